const sslRequest = 80_877_103
const gssRequest = 80_877_104
const cancelRequest = 80_877_102

/** A piece of a client's stream: a batch to run, or a request to answer immediately. */
export type FrontendPiece =
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
