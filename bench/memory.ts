import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runProduct } from '#scripts/run-product.ts'
import { nativeDatabase } from './support/native-server.ts'
import type { Row } from './support/report.ts'

const lookMs = 20
const settleMs = 20_000
const loadMs = 20_000
const readers = 16

/** All processes of `npm start` in a group with a memory limit: a first start, a second one, and the worst addresses. */
export async function memory(): Promise<Row[]> {
  const rows = await measure('embedded', 700)
  const native = await nativeDatabase('bytewise_bench_memory', { isFresh: true })
  return native ? [...rows, ...(await measure('PostgreSQL', 512, native.url))] : rows
}

async function measure(engine: string, limitMb: number, databaseUrl?: string): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const settings = {
    PORT: 3422,
    PRODUCT_API_PORT: 4422,
    DATA_DIR: dataDir,
    // A first start has no compiled code to begin with.
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
    SEARCH_LIMIT_PER_MINUTE: 1_000_000,
    // Empty, so that the start decides by its memory.
    NARRATE_STORIES: '',
  }
  const rows: Row[] = []
  const group = memoryGroup(limitMb)
  try {
    for (const start of ['first start', 'second start']) {
      const watch = watchPeak(group)
      const product = await runProduct(
        { ...settings, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
        { onSpawned: group.add },
      )
      await delay(settleMs)
      const what = `${engine} in ${limitMb} MB, ${start}`
      rows.push({ what: `${what}: peak, then settled`, result: `${watch.peak()}, ${group.usedMb()} MB` })
      if (start === 'second start') {
        const { answers, failures } = await askForTheWorst(product.url)
        const result = `${watch.peak()} MB after ${answers} answers, ${failures} of them 5xx; ${group.killed()} processes ended`
        rows.push({ what: `${what}: peak under the worst addresses`, result, target: '0 ended' })
      }
      watch.end()
      await product.stop()
    }
  } finally {
    group.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return rows
}

function watchPeak(group: MemoryGroup) {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, group.usedMb())
  }, lookMs)
  return { peak: () => peak, end: () => clearInterval(timer) }
}

/** Addresses that are never cached, of the greatest length, and searches: each is rendered anew. */
async function askForTheWorst(url: string) {
  let [answers, failures] = [0, 0]
  const until = performance.now() + loadMs
  const reader = async (name: number) => {
    for (let count = 0; performance.now() < until; count++) {
      const long = `${name}-${count}-${'x'.repeat(480)}`
      const path = [`/article/${long}`, `/search?q=${long}`, `/articles/${long}`, `/?${long.repeat(8)}`][count % 4]
      const response = await fetch(url + path)
      await response.arrayBuffer()
      answers++
      if (response.status >= 500) failures++
    }
  }
  await Promise.all(Array.from({ length: readers }, (_, name) => reader(name)))
  return { answers, failures }
}

/** A group of processes with a memory limit, as a container is one; needs the rights to make cgroups. */
type MemoryGroup = {
  /** Moves a process into it; its children follow. */
  add(pid: number): void
  /** Memory in MB that nothing can be thrown out of: without files that the system keeps. */
  usedMb(): number
  /** How many processes the system has ended for want of memory. */
  killed(): number
  remove(): void
}

const root = '/sys/fs/cgroup'
const isFirstVersion = existsSync(join(root, 'memory'))

/** @throws Error where this account may not make cgroups. */
function memoryGroup(limitMb: number): MemoryGroup {
  const folder = join(root, isFirstVersion ? 'memory' : '', `bytewise-bench-${process.pid}`)
  mkdirSync(folder)
  const file = (name: string) => join(folder, name)
  const readNumber = (name: string, key: string) =>
    Number(readFileSync(file(name), 'latin1').match(new RegExp(`^${key} (\\d+)`, 'm'))?.[1] ?? 0)
  writeFileSync(file(isFirstVersion ? 'memory.limit_in_bytes' : 'memory.max'), String(limitMb * 1024 ** 2))
  return {
    add: (pid) => appendFileSync(file('cgroup.procs'), String(pid)),
    usedMb: () => Math.round(readNumber('memory.stat', isFirstVersion ? 'total_rss' : 'anon') / 1024 ** 2),
    killed: () => readNumber(isFirstVersion ? 'memory.oom_control' : 'memory.events', 'oom_kill'),
    remove: () => rmdirSync(folder),
  }
}
