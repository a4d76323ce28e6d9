import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

export type Captured = { status: number; headers: OutgoingHttpHeaders; body: Buffer }

/**
 * A response that goes nowhere: what the handler writes is kept, so that the whole answer can be looked at, given its
 * real status and sent to all requests that wait for it. A reader who leaves cannot cut off the others.
 */
class CapturedResponse extends ServerResponse {
  readonly #chunks: Buffer[] = []
  readonly #done: (captured: Captured) => void

  constructor(request: IncomingMessage, done: (captured: Captured) => void) {
    super(request)
    this.#done = done
  }

  override writeHead(statusCode: number, ...rest: unknown[]): this {
    this.statusCode = statusCode
    const headers = rest.find((value) => typeof value === 'object' && value !== null)
    for (const [name, value] of Object.entries((headers ?? {}) as OutgoingHttpHeaders)) {
      if (value !== undefined) this.setHeader(name, value)
    }
    return this
  }

  override flushHeaders(): void {}

  override write(chunk: unknown, ...rest: unknown[]): boolean {
    this.#keep(chunk, rest[0])
    callbackIn(rest)?.()
    return true
  }

  override end(...args: unknown[]): this {
    if (this.finished) return this
    if (typeof args[0] !== 'function') this.#keep(args[0], args[1])
    this.finished = true
    this.#done({ status: this.statusCode, headers: this.getHeaders(), body: Buffer.concat(this.#chunks) })
    const callback = callbackIn(args)
    process.nextTick(() => {
      this.emit('finish')
      this.emit('close')
      callback?.()
    })
    return this
  }

  #keep(chunk: unknown, encoding: unknown): void {
    if (typeof chunk === 'string')
      this.#chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'))
    else if (chunk instanceof Uint8Array) this.#chunks.push(Buffer.from(chunk))
  }
}

function callbackIn(args: unknown[]): (() => void) | undefined {
  return args.find((value): value is () => void => typeof value === 'function')
}

export type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

/**
 * Runs a handler for a GET of `url` with these headers and gives back everything it answered. It always gets an agent:
 * for a client without one, whatever `htmlLimitedBots` says, Next may put the title into the body.
 */
export function capture(handle: Handle, url: string, headers: Record<string, string>): Promise<Captured> {
  return new Promise((resolve, reject) => {
    const request = new IncomingMessage(new Socket())
    const agent = headers['user-agent'] || 'unknown'
    Object.assign(request, { method: 'GET', url, headers: { ...headers, 'user-agent': agent } })
    Object.assign(request, { httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 })
    request.push(null)
    Promise.resolve(handle(request, new CapturedResponse(request, resolve))).catch(reject)
  })
}
