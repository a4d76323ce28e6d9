import { type ChildProcess, spawn } from 'node:child_process'
import { restartPauseMs } from './restart-pause.ts'

export type Ready = {
  ready: true
  database?: 'embedded' | 'native'
  stories?: number
  admin?: { email: string; password?: string }
}

export type ProgramSettings = {
  /** Its name for people. */
  name: string
  file: string
  nodeFlags?: string[]
  args?: string[]
  env: NodeJS.ProcessEnv
}

/** One of our programs: once it has served, it is restarted whenever it ends, until it is stopped. */
export class Program {
  /** Its message when it was ready for the first time. */
  readonly ready: Promise<Ready>
  readonly #settings: ProgramSettings
  readonly #onFailedStart: (code: number) => void
  #tellReady: (ready: Ready) => void = () => undefined
  #tellEnded: () => void = () => undefined
  #child: ChildProcess | undefined
  #stopping = false
  #hasServed = false
  #readyAt: number | undefined
  #lastPauseMs: number | undefined
  #timer: NodeJS.Timeout | undefined

  /** @param onFailedStart is called if it ends before it was ready for the first time; it has said why. */
  constructor(settings: ProgramSettings, onFailedStart: (code: number) => void) {
    this.#settings = settings
    this.#onFailedStart = onFailedStart
    this.ready = new Promise((resolve) => {
      this.#tellReady = resolve
    })
    this.#start()
  }

  /** Asks it to end, and resolves when it is gone. */
  stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    return new Promise((resolve) => {
      this.#tellEnded = resolve
      if (this.#child) this.#child.kill('SIGTERM')
      else resolve()
    })
  }

  /** Kills it immediately, for good. */
  kill(): void {
    this.#stopping = true
    clearTimeout(this.#timer)
    this.#child?.kill('SIGKILL')
  }

  #start(): void {
    const { file, nodeFlags = [], args = [], env } = this.#settings
    this.#readyAt = undefined
    // A group of its own, so that Ctrl-C reaches it once, through us; the channel tells it when we are gone.
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...nodeFlags, file, ...args], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
      env,
    })
    this.#child = child
    child.on('message', (message) => {
      if (typeof message === 'object' && message !== null && 'ready' in message) this.#serves(message as Ready)
    })
    child.once('exit', (code, signal) => this.#ended(signal ? describeSignal(signal) : `code ${code}`, code || 1))
    // It could not even be started: then there is no exit event.
    child.once('error', (fault) => child.pid === undefined && this.#ended(fault.message, 1))
  }

  #serves(ready: Ready): void {
    if (this.#hasServed && this.#readyAt === undefined && !this.#stopping)
      console.error(`${this.#settings.name} is back.`)
    this.#hasServed = true
    this.#readyAt ??= performance.now()
    this.#tellReady(ready)
  }

  #ended(how: string, code: number): void {
    this.#child = undefined
    if (this.#stopping) this.#tellEnded()
    else if (this.#hasServed) this.#startAgain(how)
    else {
      // A program that ends with 1 has said why in a sentence of its own.
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

/** Says what most likely ended a process from outside: a system without memory kills, and says so in its own log only. */
export function describeSignal(signal: NodeJS.Signals): string {
  return signal === 'SIGKILL' ? 'SIGKILL, probably because the machine or container ran out of memory' : signal
}
