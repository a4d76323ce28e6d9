import { Program, type ProgramSettings } from './program.ts'

/** The two programs' longest stop, one after the other, and a little more: then they are cut. */
const stopMostMs = 9_500

/** Runs the product's processes as one: a program that ends is restarted, and a signal stops them in order. */
export class Supervisor {
  stopping = false
  readonly #programs: Program[] = []
  readonly #release: () => void

  constructor(release: () => void) {
    this.#release = release
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void this.#stop(0))
  }

  /** Starts a program; one that fails at its first start ends everything. Those started last are stopped first. */
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
    // The caller stops before the program that it calls, so that requests under way get their answer.
    for (const program of this.#programs.toReversed()) await program.stop()
    this.#release()
    process.exit(code)
  }
}
