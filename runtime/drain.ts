import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
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
  readonly serverOptions: { ServerResponse: typeof ServerResponse; shouldUpgradeCallback: () => boolean }

  constructor() {
    const isDraining = () => this.#draining
    class Answer<R extends IncomingMessage> extends ServerResponse<R> {
      override writeHead(...args: unknown[]): this {
        if (isDraining()) this.shouldKeepAlive = false
        return super.writeHead(...(args as [number]))
      }
    }
    this.serverOptions = { ServerResponse: Answer, shouldUpgradeCallback: () => false }
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      this.#connections.add(socket)
      socket.once('close', () => this.#connections.delete(socket))
    })
    server.on('request', () => {
      this.#askedAt = performance.now()
    })
    server.on('upgrade', (_request, socket) => {
      this.#upgraded.add(socket)
      socket.once('close', () => this.#upgraded.delete(socket))
    })
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
