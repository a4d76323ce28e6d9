import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { SpeechReply, SpeechRequest } from './serve-speech.ts'

const speechThread = path.join(import.meta.dirname, '../start/speech-thread.ts')
const idleMs = 30_000
const patienceMs = 120_000

export type Spoken = { bytes: Uint8Array; ms: number }
type Asked = SpeechRequest extends infer R ? (R extends SpeechRequest ? Omit<R, 'id'> : never) : never

export type SpeechWorker = {
  /** @throws Error if it could not be spoken, or took too long; SpeechInterrupted if it was closed. */
  ask(request: Asked): Promise<Spoken>
  close(): Promise<void>
}

/** The worker was closed before it had spoken: nothing is wrong with the text, and another process can speak it. */
export class SpeechInterrupted extends Error {
  constructor() {
    super('The process ends')
    this.name = 'SpeechInterrupted'
  }
}

/** The thread ended or was ended; only a second try shows whether this text was the cause. */
class ThreadEnded extends Error {}

type Options = { patience?: number; program?: string }

/**
 * A worker thread that speaks. It starts on demand and ends after half a minute without use: the voice takes more than
 * a hundred megabytes. A request that hangs or crashes the thread is retried once, in a new thread.
 */
export function openSpeechWorker({ patience = patienceMs, program = speechThread }: Options = {}): SpeechWorker {
  let worker: Worker | undefined
  let last = 0
  let idle: NodeJS.Timeout | undefined
  let isClosed = false
  const open = new Map<number, PromiseWithResolvers<Spoken>>()

  async function end(reason: Error): Promise<void> {
    const ended = worker
    worker = undefined
    for (const { reject } of open.values()) reject(reason)
    open.clear()
    await ended?.terminate()
  }

  function start(): Worker {
    const started = new Worker(program, { execArgv: ['--disable-warning=ExperimentalWarning'] })
    started.on('message', (reply: SpeechReply) => {
      // Under `node --watch` the runtime sends messages of its own from every thread.
      const waiting = open.get(reply.id)
      if (!waiting) return
      open.delete(reply.id)
      if ('failure' in reply) waiting.reject(new Error(reply.failure))
      else waiting.resolve(reply)
    })
    const ended = (reason: Error) => worker === started && void end(reason)
    started.once('error', (cause) => ended(new ThreadEnded('The thread that speaks failed', { cause })))
    started.once('exit', (code) => ended(new ThreadEnded(`The thread that speaks ended with ${code}`)))
    // The callers keep the process alive, not the thread.
    started.unref()
    return started
  }

  async function askOnce(request: Asked): Promise<Spoken> {
    // A reading that goes on while the process ends must not start another thread.
    if (isClosed) throw new SpeechInterrupted()
    clearTimeout(idle)
    worker ??= start()
    const id = ++last
    const hung = setTimeout(() => void end(new ThreadEnded('The voice took too long')), patience)
    try {
      const spoken = Promise.withResolvers<Spoken>()
      open.set(id, spoken)
      worker.postMessage({ id, ...request })
      return await spoken.promise
    } finally {
      clearTimeout(hung)
      if (open.size === 0) idle = setTimeout(() => void end(new ThreadEnded('The thread was idle')), idleMs).unref()
    }
  }

  return {
    ask: (request) =>
      askOnce(request).catch((fault: unknown) => {
        if (fault instanceof ThreadEnded) return askOnce(request)
        throw fault
      }),
    close: async () => {
      isClosed = true
      clearTimeout(idle)
      await end(new SpeechInterrupted())
    },
  }
}
