import { existsSync, readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'

/**
 * Refuses what a newcomer would have to read twice or could not find: comments that open without a subject ("Of an empty
 * line as well…"), tests about nobody, and paths in the docs that lead nowhere. First it proves that it sees them.
 */
const opening = /(?:^|[.:;] )(?:Of|Who|Whose|What|As|Told|Held)\b/
const comment = /(?:^\s*(?:\/\*\*?|\*|\/\/|\{\/\*)|\s\/\/)\s+(.*)$/
const testName = /\b(?:test|it|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])(.*?)\1/
const vague = /\bnobody\b|(?<!there )\bis no\b/i

const rooms = 'app|bench|components|contract|e2e|lib|ops|product-api|runtime|scripts|story-html'
const namedPath = new RegExp(`\`((?:${rooms}|docs|public)/[\\w./@[\\]-]+)\``, 'g')

const sources = [`{${rooms.replaceAll('|', ',')}}/**/*.{ts,tsx,js,css}`, '*.{ts,mjs}']
const fileNames = new Set((await Array.fromAsync(glob(sources))).map((file) => path.basename(file)))

function isRefused(line: string): boolean {
  const said = comment.exec(line)?.[1]
  const name = testName.exec(line)?.[2]
  return (said !== undefined && opening.test(said)) || (name !== undefined && vague.test(name))
}

/** The files that a line of a page names and that are not there; a test or a script is named without its ending. */
function missingPaths(line: string, folder = '.'): string[] {
  const endings = ['', '.ts', '.test.ts', '.engine.test.ts', '.test.tsx']
  const fromRoot = [...line.matchAll(namedPath)].map(([, named = '']) => named)
  const missing = fromRoot.filter((named) => !endings.some((ending) => existsSync(named + ending)))
  // A room's README names its files as the room sees them, or as the product API does.
  const nearby = [...line.matchAll(/`([\w-][\w.-]*(?:\/[\w.[\]-]+)+\.(?:tsx?|js|md))`/g)].map(([, named = '']) => named)
  const places = [folder, '.', 'product-api', 'product-api/platform']
  const lost = nearby.filter((named) => !places.some((place) => existsSync(path.join(place, named))))
  const alone = [...line.matchAll(/`([\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|css))`/g)].map(([, named = '']) => named)
  return [...new Set([...missing, ...lost, ...alone.filter((named) => !fileNames.has(named))])]
}

const planted = [
  '// Of two, one comes first.',
  '  /** Held until the transaction ends. */',
  ' * A number. Who is gone is missing.',
  'const a = 1 // As before.',
  "test('a wish that is no wish', () => {",
  "test.each([1])('nobody %s', () => {",
]
const innocent = ['// Locks the row.', "const text = 'Of mice and men'", "test('keeps what was typed', () => {"]
const wronglySeen = [...planted.filter((line) => !isRefused(line)), ...innocent.filter(isRefused)]
if (wronglySeen.length > 0) throw new Error(`The check of prose is wrong about: ${wronglySeen.join(' | ')}`)
if (missingPaths('See `lib/nowhere.ts`, `gone.ts` and `check-prose.ts`.').join() !== 'lib/nowhere.ts,gone.ts')
  throw new Error('The check of prose does not see a path that leads nowhere')

const faults: string[] = []
for await (const file of glob(sources)) {
  if (file === path.join('scripts', 'check-prose.ts')) continue
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries())
    if (isRefused(line)) faults.push(`${file}:${index + 1}: ${line.trim()}`)
}
for await (const file of glob([`{${rooms.replaceAll('|', ',')},docs}/**/*.md`, '*.md'])) {
  if (file.startsWith('product-api/seed/')) continue
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries())
    for (const named of missingPaths(line, path.dirname(file)))
      faults.push(`${file}:${index + 1}: there is no ${named}`)
}
for (const fault of faults) console.error(fault)
process.exit(faults.length > 0 ? 1 : 0)
