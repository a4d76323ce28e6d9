import { createServer, type Server, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { FrontendMessages } from './frontend-messages.ts'

/** A transaction that waits longer than this for its own client is rolled back: it holds up everyone. */
const idleInTransactionMs = 15_000

type Task = { owner: Socket | undefined; run: () => Promise<void> }

/**
 * Serves one PGlite session to many connections of an ordinary PostgreSQL client. One batch runs at a time; while a
 * transaction is open only its own connection's batches run, and the others wait their turn.
 */
export class WireServer {
  readonly #engine: PGlite
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #queue: Task[] = []
  #running = false
  #inTransaction: Socket | undefined
  #impatience: NodeJS.Timeout | undefined
  /** How many batches ran so far: what maintenance looks at to see idleness. */
  batches = 0

  constructor(engine: PGlite) {
    this.#engine = engine
    this.#server = createServer((socket) => this.#accept(socket))
  }

  async listen(socketPath: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(socketPath, resolve)
    })
  }

  /** Whether nothing runs, waits or is half done. */
  get idle(): boolean {
    return !this.#running && this.#queue.length === 0 && !this.#inTransaction
  }

  /** Runs something of our own, such as a checkpoint, when it is its turn and no transaction is open. */
  exclusive<T>(use: (engine: PGlite) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = () => use(this.#engine).then(resolve, reject)
      this.#enqueue({ owner: undefined, run })
    })
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve))
  }

  #accept(socket: Socket) {
    const messages = new FrontendMessages()
    this.#sockets.add(socket)
    socket.on('data', (chunk) => {
      for (const piece of messages.push(chunk)) {
        if (piece.kind === 'refuse-encryption') socket.write('N')
        else if (piece.kind === 'run') this.#enqueue({ owner: socket, run: () => this.#answer(socket, piece.bytes) })
        else socket.end()
      }
    })
    // A reset connection says so here and closes; there is no one left to tell.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#forget(socket))
  }

  async #answer(socket: Socket, bytes: Uint8Array) {
    const answer: Buffer[] = []
    const onRawData = (data: Uint8Array) => void answer.push(Buffer.from(data))
    await this.#engine.execProtocolRawStream(bytes, { syncToFs: false, onRawData })
    this.batches++
    if (socket.writable) socket.write(Buffer.concat(answer))
  }

  #enqueue(task: Task) {
    this.#queue.push(task)
    void this.#next()
  }

  async #next() {
    if (this.#running) return
    const index = this.#inTransaction ? this.#queue.findIndex(({ owner }) => owner === this.#inTransaction) : 0
    const [task] = index < 0 ? [] : this.#queue.splice(index, 1)
    if (!task) return
    this.#running = true
    clearTimeout(this.#impatience)
    try {
      await task.run()
    } catch {
      task.owner?.destroy()
    }
    this.#running = false
    this.#inTransaction = this.#engine.isInTransaction() ? task.owner : undefined
    if (this.#inTransaction) this.#limitPatience(this.#inTransaction)
    // The event loop gets a turn, so that what other connections sent meanwhile is queued in order.
    if (this.#queue.length > 0) setImmediate(() => this.#next())
  }

  #limitPatience(owner: Socket) {
    if (owner.destroyed) this.#rollBack()
    else this.#impatience = setTimeout(() => owner.destroy(), idleInTransactionMs)
  }

  #forget(socket: Socket) {
    this.#sockets.delete(socket)
    this.#queue = this.#queue.filter(({ owner }) => owner !== socket)
    if (this.#inTransaction === socket) this.#rollBack()
  }

  #rollBack() {
    const run = async () => void (await this.#engine.exec('rollback'))
    this.#queue.unshift({ owner: this.#inTransaction, run })
    void this.#next()
  }
}
