import { Worker } from 'node:worker_threads'

type Job = { body: Buffer; isWanted: () => boolean; done: (compressed: Buffer | undefined) => void }

/** A page takes 0.1 to 0.3 seconds, so the last of them waits for a few at most. */
const mostWaiting = 64
/** A body of this size takes 4 seconds. */
const mostBytes = 1024 * 1024

const waiting: Job[] = []
let worker: Worker | undefined
let current: Job | undefined

/**
 * Compresses with brotli at its highest quality: a tenth smaller than at the quality for a reader who waits, and thirty
 * times slower. One thread does it, one body after the other, and only with the time that nothing else needs.
 * @returns the body itself if it could not be compressed; undefined if it is not wanted any more when its turn comes, or
 * if too many wait.
 */
export function denseBrotli(body: Buffer, isWanted: () => boolean): Promise<Buffer | undefined> {
  if (waiting.length >= mostWaiting || body.length > mostBytes) return Promise.resolve(undefined)
  return new Promise((done) => {
    waiting.push({ body, isWanted, done })
    if (!current) next()
  })
}

function next(): void {
  current = waiting.shift()
  while (current && !current.isWanted()) {
    current.done(undefined)
    current = waiting.shift()
  }
  if (!current) return
  worker ??= start()
  worker.postMessage(current.body)
}

function start(): Worker {
  const started = new Worker(new URL('compress-densely.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
  started.on('message', (compressed: Uint8Array) => end(Buffer.from(compressed.buffer)))
  // Not tried again with this body, which may be the reason; the next one gets a new thread.
  started.on('error', () => {
    worker = undefined
    end(current?.body)
  })
  // After the listeners, which would count as a reason to go on.
  started.unref()
  return started
}

function end(compressed: Buffer | undefined): void {
  current?.done(compressed)
  next()
}
