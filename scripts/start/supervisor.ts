import { type ChildProcess, spawn } from 'node:child_process'

export type Ready = {
  ready: true
  database?: 'embedded' | 'native'
  stories?: number
  admin?: { email: string; password?: string }
}

const graceMs = 8_000

/** Runs the product's processes as one: a signal stops all of them, and when one ends the others follow. */
export class Supervisor {
  stopping = false
  readonly #children: ChildProcess[] = []
  readonly #release: () => void

  constructor(release: () => void) {
    this.#release = release
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => this.#stop(0))
  }

  /** Starts a program of ours; `ready` comes when it says so, and never if it ends before. */
  run(file: string, nodeFlags: string[], args: string[], env: NodeJS.ProcessEnv): { ready: Promise<Ready> } {
    // A group of its own, so that Ctrl-C reaches it once, through us; the channel tells it when we are gone.
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...nodeFlags, file, ...args], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
      env,
    })
    this.#children.push(child)
    child.on('exit', (code, signal) => {
      if (!this.stopping && code !== 1) console.error(`${file} ended unexpectedly (${signal ?? `code ${code}`})`)
      this.#stop(code || 1)
      if (this.#children.every(ended)) this.#exit()
    })
    return {
      ready: new Promise((resolve) => {
        child.on('message', (message) => {
          if (typeof message === 'object' && message !== null && 'ready' in message) resolve(message as Ready)
        })
      }),
    }
  }

  #exitCode = 0

  #stop(code: number): void {
    if (this.stopping) return
    this.stopping = true
    this.#exitCode = code
    for (const child of this.#children) child.kill('SIGTERM')
    if (this.#children.every(ended)) this.#exit()
    setTimeout(() => {
      for (const child of this.#children) child.kill('SIGKILL')
      this.#exit()
    }, graceMs).unref()
  }

  #exit(): void {
    this.#release()
    process.exit(this.#exitCode)
  }
}

function ended(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
