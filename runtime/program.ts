import { type ChildProcess, spawn } from 'node:child_process'

type Ready = {
  ready: true
  database?: 'embedded' | 'native'
  stories?: number
  admin?: { email: string; password?: string }
}

export type ProgramSettings = {
  /** The name in messages. */
  name: string
  file: string
  nodeFlags?: readonly string[]
  args?: readonly string[]
  env: NodeJS.ProcessEnv
  /** Whether what it prints on standard output is dropped. */
  isQuiet?: boolean
  /** Called each time it gets ready. */
  onReady?: () => void
  /** Called with its other messages. */
  onMessage?: (message: object) => void
  /** Called each time it has ended. */
  onEnd?: () => void
  /** Stopped by the end of its channel: signals for the whole service must not stop it before those it serves. */
  ignoresSignals?: boolean
}

/** A program in a process of its own: after a successful start it is restarted whenever it ends, until it is stopped. */
export class Program {
  readonly #settings: ProgramSettings
  readonly #onFailedStart: (code: number) => void
  readonly #ready = Promise.withResolvers<Ready>()
  readonly #ended = Promise.withResolvers<void>()
  #child: ChildProcess | undefined
  #stopping = false
  #hasServed = false
  #readyAt: number | undefined
  #lastPauseMs: number | undefined
  #timer: NodeJS.Timeout | undefined

  /** @param onFailedStart called if it ends before it was ready for the first time; it has printed the reason. */
  constructor(settings: ProgramSettings, onFailedStart: (code: number) => void) {
    this.#settings = settings
    this.#onFailedStart = onFailedStart
    this.#start()
  }

  /** Its first ready message. */
  get ready(): Promise<Ready> {
    return this.#ready.promise
  }

  /** Stops it gracefully, and resolves when it has ended. */
  stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    if (!this.#child) return Promise.resolve()
    if (!this.#settings.ignoresSignals) this.#child.kill('SIGTERM')
    else if (this.#child.connected) this.#child.disconnect()
    return this.#ended.promise
  }

  /** Ends it abruptly; it is started again. */
  restart(): void {
    this.#child?.kill('SIGKILL')
  }

  /** Kills it immediately, without a restart. */
  kill(): void {
    this.#stopping = true
    clearTimeout(this.#timer)
    this.#child?.kill('SIGKILL')
  }

  #start(): void {
    const { file, nodeFlags = [], args = [], env, isQuiet } = this.#settings
    this.#readyAt = undefined
    // A separate process group, so that it gets Ctrl-C only once, from us; it ends when the IPC channel closes.
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...nodeFlags, file, ...args], {
      stdio: ['ignore', isQuiet ? 'ignore' : 'inherit', 'inherit', 'ipc'],
      detached: true,
      env,
    })
    this.#child = child
    child.on('message', (message) => {
      if (typeof message !== 'object' || message === null) return
      if ('ready' in message) this.#serves(message as Ready)
      else this.#settings.onMessage?.(message)
    })
    child.once('exit', (code, signal) => this.#afterEnd(signal ? describeSignal(signal) : `code ${code}`, code || 1))
    // If the process can't be spawned, there is no exit event.
    child.once('error', (fault) => child.pid === undefined && this.#afterEnd(fault.message, 1))
  }

  #serves(ready: Ready): void {
    if (this.#hasServed && this.#readyAt === undefined && !this.#stopping)
      console.error(`${this.#settings.name} is back.`)
    this.#hasServed = true
    this.#readyAt ??= performance.now()
    this.#settings.onReady?.()
    this.#ready.resolve(ready)
  }

  #afterEnd(how: string, code: number): void {
    this.#child = undefined
    this.#settings.onEnd?.()
    if (this.#stopping) this.#ended.resolve()
    else if (this.#hasServed) this.#startAgain(how)
    else {
      // A program that ends with 1 has printed the reason.
      if (how !== 'code 1') console.error(`${this.#settings.name} ended at its start (${how}).`)
      this.#onFailedStart(code)
    }
  }

  #startAgain(how: string): void {
    const servedMs = this.#readyAt === undefined ? 0 : performance.now() - this.#readyAt
    const pauseMs = restartPauseMs(this.#lastPauseMs, servedMs)
    this.#lastPauseMs = pauseMs
    const when = pauseMs < 1_000 ? 'now' : `in ${Math.round(pauseMs / 1_000)} s`
    console.error(`${this.#settings.name} ended (${how}); it is started again ${when}.`)
    this.#timer = setTimeout(() => this.#start(), pauseMs)
  }
}

/** The likely reason of a kill from outside: a system without memory kills processes, and tells its own log only. */
function describeSignal(signal: NodeJS.Signals): string {
  return signal === 'SIGKILL' ? 'SIGKILL, probably because the machine or container ran out of memory' : signal
}

const firstMs = 100
const growth = 1.5
const longestMs = 30_000
/** A program that ran for this long was healthy: its next end counts as the first one again. */
const cleanRunMs = 60_000

/**
 * The back-off before a program is restarted: none the first time, then longer and longer.
 * @param lastPauseMs the pause before the last start; undefined if the program has never ended.
 * @param servedMs how long it served; 0 if it did not get ready.
 */
export function restartPauseMs(lastPauseMs: number | undefined, servedMs: number): number {
  if (lastPauseMs === undefined || servedMs >= cleanRunMs) return 0
  return Math.min(Math.max(firstMs, lastPauseMs * growth), longestMs)
}
