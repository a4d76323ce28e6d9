import { createServer, type Server, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'

/** A transaction that waits longer than this for its client is rolled back: it blocks everyone else. */
const idleInTransactionMs = 15_000

type Task = { owner: Socket | undefined; run: () => Promise<void> }

/**
 * Shares one PGlite session between many connections of ordinary PostgreSQL clients. One batch runs at a time; while a
 * transaction is open, only its connection's batches run, and the others wait.
 */
export class WireServer {
  readonly #engine: PGlite
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #queue: Task[] = []
  #running = false
  #inTransaction: Socket | undefined
  #idleTimer: NodeJS.Timeout | undefined
  /** The Parse messages of the statements that have a name: the session has them once for all connections. */
  readonly #prepared = new Map<string, Buffer>()
  /** The number of batches so far, by which maintenance detects idleness. */
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

  /** Whether nothing runs or waits and no transaction is open. */
  get idle(): boolean {
    return !this.#running && this.#queue.length === 0 && !this.#inTransaction
  }

  /** Runs an internal task, such as a checkpoint, in turn and outside of any transaction. */
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
    // After a reset there is no client left to answer.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#removeSocket(socket))
  }

  async #answer(socket: Socket, bytes: Uint8Array) {
    const answer: Buffer[] = []
    const onRawData = (data: Uint8Array) => void answer.push(Buffer.from(data))
    const parse = namedParse(bytes)
    const isKnown = parse && this.#prepared.get(parse.name)?.equals(parse.message)
    if (isKnown) answer.push(parseComplete)
    const asked = isKnown ? bytes.subarray(parse.message.length) : bytes
    await this.#engine.execProtocolRawStream(asked, { syncToFs: false, onRawData })
    this.batches++
    if (parse && answer[0]?.[0] === parseComplete[0]) this.#prepared.set(parse.name, parse.message)
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
    clearTimeout(this.#idleTimer)
    try {
      await task.run()
    } catch {
      task.owner?.destroy()
    }
    this.#running = false
    this.#inTransaction = this.#engine.isInTransaction() ? task.owner : undefined
    if (this.#inTransaction) this.#limitIdleTime(this.#inTransaction)
    // Yields to the event loop, so that messages of other connections are queued in order.
    if (this.#queue.length > 0) setImmediate(() => this.#next())
  }

  #limitIdleTime(owner: Socket) {
    if (owner.destroyed) this.#rollBack()
    else this.#idleTimer = setTimeout(() => owner.destroy(), idleInTransactionMs)
  }

  #removeSocket(socket: Socket) {
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

const parseComplete = Buffer.from([0x31, 0, 0, 0, 4])

/** The Parse message that a batch begins with, if it names its statement. */
function namedParse(batch: Uint8Array): { name: string; message: Buffer } | undefined {
  const bytes = Buffer.from(batch.buffer, batch.byteOffset, batch.length)
  if (bytes[0] !== 0x50) return undefined
  const name = bytes.toString('utf8', 5, bytes.indexOf(0, 5))
  return name ? { name, message: bytes.subarray(0, 1 + bytes.readInt32BE(1)) } : undefined
}

const sslRequest = 80_877_103
const gssRequest = 80_877_104
const cancelRequest = 80_877_102

/** A piece of a client's stream: a batch to run, or a request to answer immediately. */
type FrontendPiece =
  | { kind: 'run'; bytes: Uint8Array }
  | { kind: 'refuse-encryption' }
  | { kind: 'cancel' }
  | { kind: 'goodbye' }

/**
 * Splits one connection's bytes into pieces (PostgreSQL's protocol 3, §55.2). The messages of an extended query (Parse,
 * Bind, Describe, Execute … Sync) stay together: all connections share one engine session with one unnamed statement,
 * so a message of another connection between them would run the wrong statement.
 */
export class FrontendMessages {
  #waiting: Buffer = Buffer.alloc(0)
  #chunks: Buffer[] = []
  #started = false
  #batch: Uint8Array[] = []

  push(chunk: Buffer): FrontendPiece[] {
    this.#chunks.push(chunk)
    const needed = this.#needed()
    if (needed > this.#waiting.length + this.#chunks.reduce((sum, { length }) => sum + length, 0)) return []
    this.#waiting = Buffer.concat([this.#waiting, ...this.#chunks])
    this.#chunks = []
    const pieces: FrontendPiece[] = []
    for (let length = this.#needed(); length > 0 && this.#waiting.length >= length; length = this.#needed()) {
      const message = this.#waiting.subarray(0, length)
      this.#waiting = this.#waiting.subarray(length)
      const piece = this.#started ? this.#typed(message) : this.#opening(message)
      if (piece) pieces.push(piece)
    }
    return pieces
  }

  /** The length of the next message; 0 if it is not known yet. */
  #needed(): number {
    const head = this.#started ? 1 : 0
    return this.#waiting.length >= head + 4 ? head + this.#waiting.readInt32BE(head) : 0
  }

  #opening(message: Buffer): FrontendPiece {
    const code = message.readInt32BE(4)
    if (code === sslRequest || code === gssRequest) return { kind: 'refuse-encryption' }
    if (code === cancelRequest) return { kind: 'cancel' }
    this.#started = true
    return { kind: 'run', bytes: new Uint8Array(message) }
  }

  #typed(message: Buffer): FrontendPiece | undefined {
    const type = String.fromCharCode(message[0] ?? 0)
    if (type === 'X') return { kind: 'goodbye' }
    this.#batch.push(message)
    // After Query, Sync and Flush a client waits for an answer.
    if (type !== 'Q' && type !== 'S' && type !== 'H') return undefined
    const bytes = new Uint8Array(Buffer.concat(this.#batch))
    this.#batch = []
    return { kind: 'run', bytes }
  }
}
