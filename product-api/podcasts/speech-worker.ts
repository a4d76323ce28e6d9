import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { SpeechReply, SpeechRequest } from './serve-speech.ts'

const speechThread = path.join(import.meta.dirname, '../start/speech-thread.ts')
const idleMs = 30_000
const patienceMs = 120_000

export type Spoken = { bytes: Uint8Array; ms: number }
type Asked = SpeechRequest extends infer R ? (R extends SpeechRequest ? Omit<R, 'id'> : never) : never
type Waiting = { resolve: (spoken: Spoken) => void; reject: (reason: Error) => void }

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

/** The thread ended or was ended; whether by this text, the next one shows. */
class ThreadEnded extends Error {}

type Options = { patience?: number; program?: string }

/**
 * A thread that speaks, started when it is needed and ended when it was unused for half a minute: the voice takes more
 * than a hundred megabytes. What one was asked that hangs or ends, a second one is asked, and no third.
 */
export function openSpeechWorker({ patience = patienceMs, program = speechThread }: Options = {}): SpeechWorker {
  let worker: Worker | undefined
  let last = 0
  let idle: NodeJS.Timeout | undefined
  const open = new Map<number, Waiting>()

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
    // It keeps no process alive: its callers do.
    started.unref()
    return started
  }

  async function askOnce(request: Asked): Promise<Spoken> {
    clearTimeout(idle)
    worker ??= start()
    const id = ++last
    const hung = setTimeout(() => void end(new ThreadEnded('The voice took too long')), patience)
    try {
      return await new Promise<Spoken>((resolve, reject) => {
        open.set(id, { resolve, reject })
        worker?.postMessage({ id, ...request })
      })
    } finally {
      clearTimeout(hung)
      if (open.size === 0) idle = setTimeout(() => void end(new ThreadEnded('Nobody speaks')), idleMs).unref()
    }
  }

  return {
    ask: (request) =>
      askOnce(request).catch((fault: unknown) => {
        if (fault instanceof ThreadEnded) return askOnce(request)
        throw fault
      }),
    close: async () => {
      clearTimeout(idle)
      await end(new SpeechInterrupted())
    },
  }
}
