import { exitProcess } from '#runtime/exit-process.ts'
import { Program, type ProgramSettings } from '#runtime/program.ts'

/** The programs are killed after this: a bit more than their two graceful stops, one after the other. */
const stopMostMs = 9_500

/** Supervises the product's processes: a program that ends is restarted, and a signal stops them in order. */
export class Supervisor {
  stopping = false
  readonly #programs: Program[] = []
  readonly #release: () => void

  constructor(release: () => void) {
    this.#release = release
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void this.#stop(0))
  }

  /** Starts a program; if its first start fails, everything stops. The last one that was started is stopped first. */
  run(settings: ProgramSettings): Program {
    const program = new Program(settings, (code) => void this.#stop(code))
    this.#programs.push(program)
    return program
  }

  async #stop(code: number): Promise<void> {
    if (this.stopping) return
    this.stopping = true
    setTimeout(() => {
      for (const program of this.#programs) program.kill()
    }, stopMostMs).unref()
    // The web stops before the API that it calls, so that running requests are answered.
    for (const program of this.#programs.toReversed()) await program.stop()
    this.#release()
    exitProcess(code)
  }
}
