import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { batchSourcesMost, type ReportedReads, reads, readsMost } from '#contract/reads.ts'
import type { ReadCounter, StoryCount } from './read-counter.ts'

type ReportOptions = {
  counter: ReadCounter
  productApiUrl: string
  log: { warn: (about: object, sentence: string) => void }
  everyMs?: number
  /** The pause after the product API has said that it takes no reads. */
  pauseMs?: number
}

/**
 * Reports what was counted, every ten seconds and as soon as a batch is full: never a call for each read. A batch without
 * an answer is sent again as it is, and the product API counts it once; meanwhile reads go on being counted in memory.
 */
export function reportReads({ counter, productApiUrl, log, everyMs = 10_000, pauseMs = 10 * 60_000 }: ReportOptions) {
  let waiting: string | undefined
  let sending: Promise<void> | undefined
  let pausedUntil = 0
  let isStopped = false

  function takeBatch(): string | undefined {
    const taken = counter.take(readsMost, batchSourcesMost)
    if (!taken) return undefined
    const reads = [...taken.stories].map(([slug, count]) => presentCount(slug, count))
    return JSON.stringify({ batch: randomUUID(), day: taken.day, reads } satisfies ReportedReads)
  }

  /** Sends an unanswered batch again, and the new reads; with `toTheEnd` all of them, else while batches are full. */
  async function sendAll(toTheEnd?: AbortSignal): Promise<void> {
    if (waiting !== undefined && !(await deliver(waiting, toTheEnd))) return
    // Reads that are added while a batch is being sent wait for the next time.
    do {
      waiting = takeBatch()
    } while (waiting !== undefined && (await deliver(waiting, toTheEnd)) && (toTheEnd || counter.size >= readsMost))
  }

  /** Whether the batch is settled: counted, or refused as wrong. */
  async function deliver(batch: string, stopped?: AbortSignal): Promise<boolean> {
    const status = await send(batch, stopped)
    if (status === undefined || status >= 500 || status === 408 || status === 429) {
      // Else every reader would ask again while many stories wait.
      pausedUntil = performance.now() + everyMs / 2
      return false
    }
    if (status >= 300 && status !== 400 && status !== 413) {
      // 403: not one of its web nodes. Another product API has no such call, or wants a session for it.
      pausedUntil = performance.now() + pauseMs
      log.warn(
        { status },
        'the product API takes no reads from here; asked again later (WEB_ADDRESSES names web nodes)',
      )
      return false
    }
    waiting = undefined
    if (status >= 300) log.warn({ status }, 'the product API refused a batch of reads; it is dropped')
    return true
  }

  /** The status of the answer; undefined if there was none. */
  async function send(body: string, stopped?: AbortSignal): Promise<number | undefined> {
    const patience = AbortSignal.timeout(5_000)
    try {
      const { status, body: answer } = await fetch(productApiUrl + reads.report.path, {
        method: reads.report.method,
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body,
        cache: 'no-store',
        redirect: 'manual',
        signal: stopped ? AbortSignal.any([patience, stopped]) : patience,
      })
      await answer?.cancel()
      return status
    } catch {
      return undefined
    }
  }

  function report(): void {
    if (isStopped || sending || performance.now() < pausedUntil) return
    sending = sendAll().finally(() => {
      sending = undefined
    })
  }

  const timer = setInterval(report, everyMs).unref()

  return {
    /** After a read was counted: whether enough wait for a batch. */
    countedOne: () => {
      if (counter.size >= readsMost) report()
    },
    /** Reports the rest, once the last reader is gone; reads that can't be sent within `mostMs` are lost. */
    stop: async (mostMs: number): Promise<void> => {
      isStopped = true
      clearInterval(timer)
      const stopped = AbortSignal.timeout(Math.max(0, Math.round(mostMs)))
      await Promise.race([sending, once(stopped, 'abort')])
      if (!stopped.aborted) await sendAll(stopped)
    },
  }
}

function presentCount(slug: string, count: StoryCount): ReportedReads['reads'][number] {
  const { reads, crawlerReads: crawler_reads, began, finished, listens, heardSeconds: heard_seconds } = count
  const from = [...count.from].map(([source, reads]) => ({ source, reads }))
  return { slug, reads, crawler_reads, from, began, finished, listens, heard_seconds }
}
