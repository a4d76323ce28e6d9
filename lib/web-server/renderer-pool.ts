import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NoRenderer, type Renderer, RendererLost, type Renderers } from '#lib/page-cache/page-cache.ts'
import { Program } from '#runtime/program.ts'

/** A renderer's message of each second. */
type Pulse = { rssMb: number }

type Options = {
  count: number
  nodeFlags: readonly string[]
  file: string
  args?: readonly string[]
  env?: NodeJS.ProcessEnv
  /** One that takes more memory is replaced. */
  mostMb?: number
  /** One that says nothing for so many seconds is killed; a second is one look, however long it took. */
  mostSilentSeconds?: number
  lookMs?: number
  /** How long a request waits for a renderer while none is there. */
  waitMs?: number
  /** Called when one fails at its first start; it has printed why. */
  onFailedStart: () => void
}

/** An answer that takes longer is cut off with the renderer that was replaced. */
const leaveMostMs = 60_000

type Slot = Renderer & {
  program: Program
  isUp: boolean
  running: number
  rssMb: number
  silentFor: number
  isBeingReplaced: boolean
  /** It lost a request, and has not been heard of since. */
  isInDoubt: boolean
}

/**
 * The processes that render, on sockets that only this user can reach. One that ends, hangs or grows too large is replaced
 * while the others go on.
 */
export class RendererPool implements Renderers {
  restarts = 0
  readonly #options: Required<Omit<Options, 'args' | 'env' | 'onFailedStart'>> & Options
  readonly #folder = mkdtempSync(join(tmpdir(), 'bytewise-web-'))
  readonly #slots: Slot[] = []
  /** Those that take another's place soon, and those that still answer after theirs was taken. */
  readonly #coming = new Set<Slot>()
  readonly #leaving = new Set<Slot>()
  readonly #waiting = new Set<() => void>()
  readonly #looking: NodeJS.Timeout
  #made = 0
  #stopping = false

  constructor(options: Options) {
    this.#options = { mostMb: 1_024, mostSilentSeconds: 20, lookMs: 1_000, waitMs: 10_000, ...options }
    // If this process ends without a stop.
    process.once('exit', () => this.#removeFolder())
    for (let number = 0; number < options.count; number++) this.#slots.push(this.#start(options.onFailedStart))
    this.#looking = setInterval(() => this.#look(), this.#options.lookMs).unref()
  }

  get up(): number {
    return this.#slots.filter(({ isUp }) => isUp).length
  }

  get rssMb(): number {
    return this.#slots.reduce((sum, { rssMb, isUp }) => sum + (isUp ? rssMb : 0), 0)
  }

  /** Resolves once there is a renderer. */
  async ready(): Promise<void> {
    while (this.up === 0) await new Promise<void>((resolve) => this.#waiting.add(resolve))
  }

  async use<T>(run: (renderer: Renderer) => Promise<T>): Promise<T> {
    const slot = this.#leastBusy() ?? (await this.#nextUp())
    slot.running++
    try {
      return await run(slot)
    } catch (cause) {
      if (cause instanceof RendererLost) this.#doubt(slot, cause)
      throw cause
    } finally {
      slot.running--
    }
  }

  /** Asks nothing of one that lost a request until it shows a sign of life: the news of its end may still be on the way. */
  #doubt(slot: Slot, { isReached }: RendererLost): void {
    if (!slot.isUp) return
    slot.isUp = false
    if (isReached) slot.isInDoubt = true
    // It has ended, or somebody has cleaned up the folder of sockets.
    else slot.program.restart()
    for (const socket of Object.values(slot.agent.freeSockets).flat()) socket?.destroy()
  }

  /** To be called after the last answer. */
  async stop(): Promise<void> {
    this.#stopping = true
    clearInterval(this.#looking)
    await Promise.all(this.#all().map(({ program }) => program.stop()))
    this.#removeFolder()
  }

  /** Kills what has not stopped. */
  kill(): void {
    for (const { program } of this.#all()) program.kill()
  }

  #removeFolder(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #all(): Slot[] {
    return [...this.#slots, ...this.#coming, ...this.#leaving]
  }

  #leastBusy(): Slot | undefined {
    let least: Slot | undefined
    for (const slot of this.#slots) if (slot.isUp && slot.running < (least?.running ?? Infinity)) least = slot
    return least
  }

  async #nextUp(): Promise<Slot> {
    const isOver = AbortSignal.timeout(this.#options.waitMs)
    while (!isOver.aborted) {
      const up = this.#leastBusy()
      if (up) return up
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve)
        isOver.addEventListener('abort', () => resolve(), { once: true })
      })
    }
    throw new NoRenderer('No renderer is there')
  }

  #start(onFailedStart: () => void): Slot {
    const number = ++this.#made
    const socketPath = join(this.#folder, `${number}.sock`)
    const { nodeFlags, file, args = [], env = process.env } = this.#options
    const program = new Program(
      {
        ...{ name: `Renderer ${number}`, file, nodeFlags, args: [...args, socketPath], env, ignoresSignals: true },
        onReady: () => this.#serves(slot),
        onMessage: (message) => {
          slot.silentFor = 0
          slot.rssMb = (message as Pulse).rssMb
          if (slot.isInDoubt) this.#serves(slot)
        },
        onEnd: () => {
          slot.isUp = false
          slot.isInDoubt = false
          if (!slot.isBeingReplaced) this.restarts++
        },
      },
      () => this.#stopping || onFailedStart(),
    )
    const agent = new Agent({ keepAlive: true, maxFreeSockets: 64 })
    const slot: Slot = {
      program,
      socketPath,
      agent,
      isUp: false,
      running: 0,
      rssMb: 0,
      silentFor: 0,
      isBeingReplaced: false,
      isInDoubt: false,
    }
    return slot
  }

  #serves(slot: Slot): void {
    Object.assign(slot, { isUp: true, isInDoubt: false, silentFor: 0 })
    for (const go of this.#waiting) go()
    this.#waiting.clear()
  }

  #look(): void {
    for (const slot of this.#slots) {
      if (!slot.isUp) continue
      if (++slot.silentFor > this.#options.mostSilentSeconds) {
        console.error(`Renderer at ${slot.socketPath} has not answered for ${slot.silentFor} seconds.`)
        slot.program.restart()
      } else if (slot.rssMb > this.#options.mostMb && !slot.isBeingReplaced) this.#replace(slot)
    }
    for (const slot of this.#leaving) if (isIdle(slot)) this.#end(slot)
  }

  /** Starts another one first, so that there is always one that renders. */
  #replace(slot: Slot): void {
    console.error(`A renderer takes ${slot.rssMb} MB of memory; another one takes its place.`)
    slot.isBeingReplaced = true
    const next = this.#start(() => {
      // The old one goes on, until this is tried again.
      this.#coming.delete(next)
      slot.isBeingReplaced = false
    })
    this.#coming.add(next)
    void next.program.ready.then(() => {
      this.#coming.delete(next)
      this.#slots.splice(this.#slots.indexOf(slot), 1, next)
      slot.isUp = false
      this.restarts++
      this.#leaving.add(slot)
      setTimeout(() => this.#end(slot), leaveMostMs).unref()
    })
  }

  #end(slot: Slot): void {
    if (this.#leaving.delete(slot)) void slot.program.stop()
  }
}

/** Nothing is asked of it, on any connection: it closes those, and a request on its way would be lost. */
function isIdle({ running, agent }: Slot): boolean {
  return running === 0 && Object.keys(agent.sockets).length === 0
}
