import { randomUUID } from 'node:crypto'
import { type ReadBatch, reads, readsMost } from '#contract/reads.ts'
import type { ReadCounter } from './read-counter.ts'

type Options = {
  counter: ReadCounter
  productApiUrl: string
  log: { warn: (about: object, sentence: string) => void }
  everyMs?: number
  /** The pause after the product API has said that it takes no reads. */
  pauseMs?: number
}

const patienceMs = 5_000

/**
 * Reports what was counted, every ten seconds and as soon as a batch is full: never a call for each read. A batch without
 * an answer is sent again as it is, and the product API counts it once; meanwhile reads go on being counted in memory.
 */
export function reportReads({ counter, productApiUrl, log, everyMs = 10_000, pauseMs = 10 * 60_000 }: Options) {
  const url = new URL(productApiUrl.replace(/\/+$/, '') + reads.report.path)
  let waiting: string | undefined
  let sending: Promise<void> | undefined
  let pausedUntil = 0
  let isStopped = false

  function next(): string | undefined {
    const taken = counter.take(readsMost)
    if (!taken) return undefined
    const { day, stories } = taken
    return JSON.stringify({
      batch: randomUUID(),
      day,
      reads: [...stories].map(([slug, { reads, crawlerReads }]) => ({ slug, reads, crawler_reads: crawlerReads })),
    } satisfies ReadBatch)
  }

  /** Sends unanswered reads again, and the new ones; with `toTheEnd` all of them, else while batches are full. */
  async function sendAll(toTheEnd?: AbortSignal): Promise<void> {
    for (let isFirst = true; ; ) {
      if (waiting === undefined) {
        // Reads that are added while a batch is being sent wait for the next time.
        if (!isFirst && !toTheEnd && counter.size < readsMost) return
        isFirst = false
        waiting = next()
      }
      if (waiting === undefined) return
      const status = await send(waiting, toTheEnd)
      if (status === undefined || status >= 500 || status === 408 || status === 429) {
        // Else every reader would ask again while many stories wait.
        pausedUntil = performance.now() + everyMs / 2
        return
      }
      if (status >= 300 && status !== 400 && status !== 413) {
        // 403: not one of its web nodes. Another product API has no such call, or wants a session for it.
        pausedUntil = performance.now() + pauseMs
        log.warn(
          { status },
          'the product API takes no reads from here; asked again later (WEB_ADDRESSES names web nodes)',
        )
        return
      }
      waiting = undefined
      if (status >= 300) log.warn({ status }, 'the product API refused a batch of reads; it is dropped')
    }
  }

  /** The status of the answer; undefined if there was none. */
  async function send(body: string, stopped?: AbortSignal): Promise<number | undefined> {
    const patience = AbortSignal.timeout(patienceMs)
    try {
      const { status, body: answer } = await fetch(url, {
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

  const timer = setInterval(report, everyMs)
  timer.unref()

  return {
    /** After a read was counted: whether enough wait for a batch. */
    countedOne: () => {
      if (counter.size >= readsMost && !sending) report()
    },
    /** Reports the rest, once the last reader is gone; reads that can't be sent within `mostMs` are lost. */
    stop: async (mostMs: number): Promise<void> => {
      isStopped = true
      clearInterval(timer)
      const stopped = AbortSignal.timeout(Math.max(0, Math.round(mostMs)))
      await Promise.race([sending, aborted(stopped)])
      if (!stopped.aborted) await sendAll(stopped)
    },
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
