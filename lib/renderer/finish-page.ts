import { createHash } from 'node:crypto'
import { pageScript } from './page-script.ts'
import { hashOf } from './start-data.ts'
import { placeholderAt } from './static-markup.ts'

type Finishing = {
  /** When the scripts of Next's client load (decision 031); left out, they stay as Next has them. */
  once?: 'touched' | 'painted' | undefined
  /** The HTML that belongs in the page's placeholders, by their numbers. */
  placeholders?: readonly string[] | undefined
}

type FinishedPage = {
  html: Buffer
  /** React's start data, as JSON; the page names their hash (decision 046). */
  startData?: Buffer | undefined
  /** The hashes of the inline scripts that Next itself wrote, as sources of a Content-Security-Policy. */
  scriptHashes: string[]
}

/** The bytes between two offsets of the page, and what comes in their place. */
type Change = { from: number; to: number; by?: Buffer }

// Only files of the build: injected text never becomes a script here.
const buildScript = /^<script src="(\/_next\/static\/[^"\s]+)"[^>]* async=""[^>]*>$/
const dataBlock = /\stype="application\/(?:ld\+)?json"/
const preload = '<link rel="preload" as="script"'
// React's start data: as JSON they run only when they are needed, and need no hash in the policy.
const startScript = 'self.__next_f.push('
const [listStart, comma, listEnd] = ['[', ',', ']'].map((each) => Buffer.from(each)) as [Buffer, Buffer, Buffer]

/**
 * Makes a page from what React wrote, over its bytes, which are copied once: the scripts of Next's client are deferred,
 * the start data taken out, the placeholders filled, and the scripts that remain are hashed. Between the first `<main`
 * and the last `</main>` none gets a hash: the story's text is there, and a script that got into it must never run.
 * @throws Error if a placeholder is missing from the page: half a story is worse than none.
 */
export function finishPage(page: Buffer, { once, placeholders = [] }: Finishing): FinishedPage {
  const sources: string[] = []
  const data: Buffer[] = []
  const hashes = new Set<string>()
  const changes: Change[] = []
  const main = { from: page.indexOf('<main'), to: page.lastIndexOf('</main>') }
  let attributesAt: number | undefined

  for (let from = page.indexOf('<script'); from >= 0; ) {
    const open = page.indexOf('>', from) + 1
    const close = page.indexOf('</script>', open)
    if (close < open) break
    const to = close + '</script>'.length
    const tag = page.toString('latin1', from, open)
    const source = once && buildScript.exec(tag)?.[1]
    if (source) {
      sources.push(source)
      changes.push({ from, to })
    } else if (tag.startsWith(`<script src="${pageScript.address}"`)) {
      attributesAt = open - 1
    } else if (once && tag === '<script>' && isStartScript(page.subarray(open, close))) {
      data.push(page.subarray(open + startScript.length, close - 1))
      changes.push({ from, to })
    } else if (!/\ssrc=/.test(tag) && !dataBlock.test(tag) && (from < main.from || from > main.to)) {
      hashes.add(`'sha256-${createHash('sha256').update(page.subarray(open, close)).digest('base64')}'`)
    }
    from = page.indexOf('<script', to)
  }
  // A page that our layout is not around keeps its scripts.
  if (once && (attributesAt === undefined || sources.length === 0)) return finishPage(page, { placeholders })

  let startData: Buffer | undefined
  if (once && attributesAt !== undefined) {
    startData = inOneList(data)
    const attributes = ` data-once="${once}" data-start="${hashOf(startData)}" data-scripts="${sources.join(' ')}"`
    changes.push({ from: attributesAt, to: attributesAt, by: Buffer.from(attributes) })
    changes.push(...preloadsOf(page))
  }
  changes.push(...fillings(page, placeholders))
  return { html: changed(page, changes), startData, scriptHashes: [...hashes] }
}

/** Whether a script is nothing but a part of React's start data. */
function isStartScript(script: Buffer): boolean {
  const begins = `${startScript}[1,"`
  return (
    script.toString('latin1', 0, begins.length) === begins && script.toString('latin1', script.length - 3) === '"])'
  )
}

function preloadsOf(page: Buffer): Change[] {
  const preloads: Change[] = []
  for (let from = page.indexOf(preload); from >= 0; from = page.indexOf(preload, from + 1)) {
    preloads.push({ from, to: page.indexOf('>', from) + 1 })
  }
  return preloads
}

/** In React's data the placeholders stay: `<` is escaped there. */
function fillings(page: Buffer, placeholders: readonly string[]): Change[] {
  // They mostly come in the order in which they were given out.
  let at = 0
  return placeholders.map((html, index) => {
    const placeholder = placeholderAt(index)
    const next = page.indexOf(placeholder, at)
    const from = next < 0 ? page.indexOf(placeholder) : next
    if (from < 0) throw new Error('A page has lost the placeholder of some HTML')
    at = from
    return { from, to: from + placeholder.length, by: Buffer.from(html) }
  })
}

function inOneList(data: readonly Buffer[]): Buffer {
  const parts = data.flatMap((each) => [comma, each])
  return Buffer.concat([listStart, ...parts.slice(1), listEnd])
}

function changed(page: Buffer, changes: Change[]): Buffer {
  const parts: Buffer[] = []
  let at = 0
  for (const { from, to, by } of changes.toSorted((one, other) => one.from - other.from)) {
    parts.push(page.subarray(at, from))
    if (by) parts.push(by)
    at = to
  }
  parts.push(page.subarray(at))
  return Buffer.concat(parts)
}
