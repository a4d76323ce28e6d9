import { spawnSync } from 'node:child_process'
import autocannon from 'autocannon'

const connections = 32

const hasWrk = spawnSync('wrk', ['-v'], { stdio: 'ignore' }).error === undefined

export type Load = { perSecond: number; p99Ms: number }

/**
 * Requests a second that the server at `url` answers over 32 kept connections, and the 99th percentile. Uses `wrk` if
 * installed, because it costs so little itself that the server is measured; else autocannon.
 */
export async function load(url: string, seconds: number, headers: Record<string, string> = {}): Promise<Load> {
  if (hasWrk) return wrk(url, seconds, headers)
  // The load runs in a thread of its own, so that generating it does not wait for reading the answers.
  const result = await autocannon({ url, connections, duration: seconds, headers, workers: 1 })
  const refused = result['4xx'] + result['5xx']
  if (refused > 0 || result.errors > 0) throw new Error(`${url}: ${refused} refusals, ${result.errors} errors`)
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 }
}

function wrk(url: string, seconds: number, headers: Record<string, string>): Load {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = spawnSync('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', ...given, url], {
    encoding: 'utf8',
  })
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url}: ${stdout}`)
  const [, p99 = '', unit] = stdout.match(/99%\s+([\d.]+)(us|ms|s)/) ?? []
  const inMs = { us: 0.001, ms: 1, s: 1_000 }[unit as 'us' | 'ms' | 's'] ?? 1
  return {
    perSecond: Number(stdout.match(/Requests\/sec:\s+([\d.]+)/)?.[1]),
    p99Ms: Math.round(Number(p99) * inMs * 10) / 10,
  }
}

export type Percentiles = { p50: number; p75: number; p95: number; p99: number }

/** How long each call takes, one after the other, in milliseconds; the first `warmUp` calls do not count. */
export async function time(calls: (() => Promise<unknown>)[], warmUp = 20): Promise<Percentiles> {
  const { took } = await callAll(calls, 1)
  return percentilesOf(took.slice(warmUp))
}

/** Like `time`, but with `readers` in parallel, each making its next call after an answer; also counts answers per second. */
export async function timeSideBySide(
  calls: (() => Promise<unknown>)[],
  { readers, warmUp }: { readers: number; warmUp: number },
): Promise<Percentiles & { perSecond: number }> {
  await callAll(calls.slice(0, warmUp), readers)
  const { took, seconds } = await callAll(calls.slice(warmUp), readers)
  return { ...percentilesOf(took), perSecond: Math.round(took.length / seconds) }
}

async function callAll(calls: (() => Promise<unknown>)[], readers: number) {
  const took: number[] = []
  const waiting = calls.values()
  const read = async () => {
    for (const call of waiting) {
      const startedAt = performance.now()
      await call()
      took.push(performance.now() - startedAt)
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: readers }, read))
  return { took, seconds: (performance.now() - startedAt) / 1_000 }
}

export function percentilesOf(took: number[]): Percentiles {
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10
  return { p50: at(0.5), p75: at(0.75), p95: at(0.95), p99: at(0.99) }
}

/** The median; for an even number of values the upper of the two in the middle. */
export function middleOf(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Reads an answer to its end and insists on the status. */
export async function fetchWhole(url: string, expected = 200): Promise<string> {
  const answer = await fetch(url)
  const text = await answer.text()
  if (answer.status !== expected) throw new Error(`${url} answered ${answer.status}`)
  return text
}
