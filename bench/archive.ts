import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { runProduct } from '#scripts/run-product.ts'
import { embeddedStore, nativeStore, type SeededStore } from './large-store.ts'
import { nativeDatabase } from './support/native-server.ts'
import type { Row } from './support/report.ts'

const stories = 100_000
/** Those of `npm run backup` and `npm run restore`. */
const flags = ['--max-old-space-size=256', '--max-semi-space-size=4', '--disable-warning=ExperimentalWarning']
const lookMs = 20

/** A backup of 100,000 stories, embedded and native, while the site is read; and a restore of it. */
export async function archive(): Promise<Row[]> {
  const rows = await measure(embeddedStore(stories), {})
  const native = await nativeStore('bytewise_bench', stories)
  const empty = native && (await nativeDatabase('bytewise_bench_restored', { isFresh: true }))
  return native && empty ? [...rows, ...(await measure(native, { DATABASE_URL: empty.url }))] : rows
}

async function measure(store: SeededStore, empty: { DATABASE_URL?: string }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-archive-'))
  const rows: Row[] = []
  const add = (what: string, result: string, target = '') =>
    rows.push({ what: `${what} (${store.name})`, result, target })
  try {
    const product = await runProduct({ PORT: 3412, PRODUCT_API_PORT: 4412, ...store.settings })
    const watch = watchSlowest(`${product.apiUrl}/contents?limit=1`)
    const backup = await run('backup', ['--to', folder], store.settings).finally(() => watch.stop())
    await product.stop()
    const [file = ''] = readdirSync(folder)
    add(`backup of ${stories.toLocaleString('en-GB')} stories beside the site`, inWords(backup), '< 200 MB')
    add('its archive', `${Math.round(statSync(join(folder, file)).size / 1e6)} MB`)
    add('the slowest call to the product API meanwhile', `${Math.round(watch.slowestMs())} ms`)
    const place = { DATA_DIR: join(folder, 'data'), ...empty }
    const restore = await run('restore', ['--without-secrets', join(folder, file)], place)
    add('restore of it', inWords(restore))
    return rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Ran = { seconds: number; peakMb: number }

function inWords({ seconds, peakMb }: Ran): string {
  return `${Math.round(seconds)} s, ${Math.round(peakMb)} MB at most`
}

/** Runs a command of an operator to its end. */
async function run(script: string, args: string[], settings: Record<string, string>): Promise<Ran> {
  const startedAt = performance.now()
  const tellPeak = 'process.on("exit", () => console.error("peak", process.resourceUsage().maxRSS))'
  const told = ['--import', `data:text/javascript,${encodeURIComponent(tellPeak)}`]
  const child = spawn(process.execPath, [...flags, ...told, `scripts/${script}.ts`, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ENV_FILE: 'off', ...settings },
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  if (code !== 0) throw new Error(`${script} ended with ${code}: ${said}`)
  return { seconds: (performance.now() - startedAt) / 1000, peakMb: Number(/peak (\d+)/.exec(said)?.[1]) / 1024 }
}

/** Asks again and again; a call that waits shows in the slowest answer. */
function watchSlowest(url: string): { slowestMs: () => number; stop: () => void } {
  let slowest = 0
  const ask = async () => {
    const askedAt = performance.now()
    await fetch(url).then((answer) => answer.arrayBuffer())
    slowest = Math.max(slowest, performance.now() - askedAt)
  }
  const timer = setInterval(() => void ask(), lookMs)
  return { slowestMs: () => slowest, stop: () => clearInterval(timer) }
}
