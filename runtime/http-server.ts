import { type IncomingMessage, type OutgoingHttpHeaders, type Server, ServerResponse, STATUS_CODES } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Idle connections stay open until no request has arrived for this long. Each request that is answered ends its
 * connection, so a busy proxy uses up its own; closing one that is about to be used would drop a request.
 */
const quietMs = 500
const lookMs = 100

/** Shuts an HTTP server down gracefully: no new connections, and every request on the existing ones is answered. */
export class Drain {
  #draining = false
  /** The time of the last request, from `performance.now()`. */
  #askedAt = 0
  readonly #connections = new Set<Socket>()
  readonly #upgraded = new Set<Duplex>()

  /**
   * Options for `createServer`: responses that close their connection during the drain, and no upgrades. A listener for
   * upgrades (Next adds one at its first request) would take over the socket and never answer; without upgrades, a
   * request that offers `websocket` or `h2c` is answered like any other (RFC 9110, 7.8).
   */
  readonly serverOptions = { ServerResponse: responseClass(() => this.#draining), shouldUpgradeCallback: () => false }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => track(this.#connections, socket))
    server.on('request', () => {
      this.#askedAt = performance.now()
    })
    server.on('upgrade', (_request, socket) => track(this.#upgraded, socket))
  }

  /** Resolves when every connection is closed; those that are still open after `mostMs` are cut off. */
  async close(server: Server, mostMs: number): Promise<void> {
    // Accepts once more: connections in the kernel's backlog would be reset with the listener.
    await nextTurn()
    await nextTurn()
    // Not the HTTP server's own `close`: it cuts idle connections, even if a request is on its way.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    // Not earlier: a client that has to reconnect must find the listener closed, not closing.
    this.#draining = true
    for (const socket of this.#upgraded) socket.destroy()
    this.#askedAt = performance.now()
    // After pending data was read: a request that came while this process was busy makes its connection active.
    const looking = setInterval(() => setImmediate(() => this.#closeIdle(server)), lookMs)
    const cut = setTimeout(() => server.closeAllConnections(), mostMs)
    await closed
    clearInterval(looking)
    clearTimeout(cut)
  }

  #closeIdle(server: Server): void {
    if (performance.now() - this.#askedAt < quietMs) return
    server.closeIdleConnections()
    // Browsers open connections in advance, which node:http counts as active.
    for (const socket of this.#connections) if (socket.bytesRead === 0) socket.destroy()
  }
}

/** The head of an answer, as node:http keeps it. Libraries have read these fields for many years. */
type WithHead = { _header: string | null; _headerSent: boolean }

/**
 * Answers that close their connection during the drain. The head that node:http wrote for a frozen list of headers (a kept
 * page's) is used again for the rest of the second: to check and join the headers each time is a seventh of an answer's
 * cost.
 */
function responseClass(isDraining: () => boolean) {
  type Head = { text: string; status: number }
  /** Those of one second, so that heads of answers that are not asked for again take no memory. */
  let written = new WeakMap<readonly string[], Head>()
  let writtenIn = 0
  return class<R extends IncomingMessage> extends ServerResponse<R> {
    override writeHead(...args: unknown[]): this {
      if (isDraining()) this.shouldKeepAlive = false
      const [status, headers] = args as [number, readonly string[]]
      const head = this as unknown as WithHead
      const second = Math.floor(Date.now() / 1_000)
      if (second !== writtenIn) {
        writtenIn = second
        written = new WeakMap()
      }
      const known = written.get(headers)
      if (known?.status === status && isUsual(this)) {
        this.statusCode = status
        head._header = known.text
        head._headerSent = false
        return this
      }
      const isToKeep = Array.isArray(headers) && Object.isFrozen(headers) && isUsual(this)
      super.writeHead(...(args as [number]))
      if (isToKeep && head._header && !this.chunkedEncoding) written.set(headers, { text: head._header, status })
      return this
    }
  }
}

/** Nothing but its headers decides what its head says. */
function isUsual(response: ServerResponse): boolean {
  const { shouldKeepAlive, headersSent, req } = response
  return shouldKeepAlive && !headersSent && req.httpVersion === '1.1' && response.getHeaderNames().length === 0
}

function track<T extends Duplex>(sockets: Set<T>, socket: T): void {
  sockets.add(socket)
  socket.once('close', () => sockets.delete(socket))
}

/** The time for the rest of a body after the answer: a refused client need not send it. */
const answeredMs = 5_000

/**
 * Limits the time for the body of each request, like Node's `requestTimeout`, which is the same for all requests. After
 * the answer, the rest of a body has little time.
 */
export function limitBodyTime(server: Server, mostMs: (request: IncomingMessage) => number): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return
    response.once('finish', () => {
      if (request.complete) return
      const over = setTimeout(() => request.complete || request.socket.destroy(), answeredMs)
      request.once('end', () => clearTimeout(over))
    })
    const timer = setTimeout(() => {
      const fault = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      if (!request.complete) server.emit('clientError', fault, request.socket)
    }, mostMs(request))
    request.once('close', () => clearTimeout(timer))
  })
}

/** Looks at the headers as they came: asked for them, node:http would build an object for each request. */
function hasBody({ rawHeaders }: IncomingMessage): boolean {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') return true
    if (name.length === 14 && name.toLowerCase() === 'content-length') return Number(rawHeaders[at + 1]) > 0
  }
  return false
}

const malformedStatus: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Answers requests that node:http rejects before a handler sees them (too large, too slow, malformed). */
export function answerMalformedRequests(server: Server, headers: OutgoingHttpHeaders): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
    const status = malformedStatus[error.code ?? ''] ?? 400
    const answered = Object.entries({ ...headers, connection: 'close', 'content-length': '0' })
    const lines = answered.map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`)
  })
}

/** Headers that proxies add: RFC 9110 (7.6.3), RFC 7239, RFC 8586, and older names. */
const ofProxies = /^(?:via|forwarded|cdn-loop|x-real-ip|x-forwarded(?:-.+)?)$/

/** Whether a request came through a proxy. `names`: its header names in lower case. */
export function isForwarded(names: Iterable<string>): boolean {
  return Iterator.from(names).some((name) => ofProxies.test(name))
}

/** Whether an address is a loopback address. */
export function isLoopback(address: string): boolean {
  return /^(?:::1|(?:::ffff:)?127\.[\d.]+)$/.test(address)
}

/** A foreign page can make its own name resolve to this machine (DNS rebinding), but not `localhost` or an IP address. */
export function isOwnHost(host: string): boolean {
  return /^(?:localhost|\d+\.\d+\.\d+\.\d+|\[[\da-f:.]+\])(?::\d+)?$/i.test(host)
}

/** Whether a request has two Host headers, which makes its target ambiguous (RFC 9112, section 3.2). */
export function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}
