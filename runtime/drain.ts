import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Connections without a request stay open until none has come for so long. Each one that comes ends its connection, so a
 * proxy under load uses its own up; to close one that it is about to use would drop a request.
 */
const quietMs = 500
const lookMs = 100

/** The orderly end of an HTTP server: no new connections, and every request on those that there are is answered. */
export class Drain {
  #draining = false
  /** By `performance.now()`. */
  #askedAt = 0
  readonly #connections = new Set<Socket>()
  readonly #upgraded = new Set<Duplex>()

  /**
   * For `createServer`: its answers, which tell their client during the drain that the connection ends with them, and no
   * upgrades. Whoever listens for them (Next does, from its first request on) gets the socket for good, and nobody here
   * would answer on it; without them a request that offers `websocket` or `h2c` is answered like any other (RFC 9110, 7.8).
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

  /** Resolves when nothing is open any more; what still runs after `mostMs` is cut. */
  async close(server: Server, mostMs: number): Promise<void> {
    // One more accept: clients that the kernel has let in would be cut off with the listener.
    await nextTurn()
    await nextTurn()
    // Not the HTTP server's own `close`: it cuts idle connections, also those that a request is on its way over.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    // Not earlier: a client that is told to reconnect must find the listener closed, not closing.
    this.#draining = true
    for (const socket of this.#upgraded) socket.destroy()
    this.#askedAt = performance.now()
    // After what the kernel has was read: a request that came while this process was busy makes its connection busy.
    const looking = setInterval(() => setImmediate(() => this.#closeIdle(server)), lookMs)
    const cut = setTimeout(() => server.closeAllConnections(), mostMs)
    await closed
    clearInterval(looking)
    clearTimeout(cut)
  }

  #closeIdle(server: Server): void {
    if (performance.now() - this.#askedAt < quietMs) return
    server.closeIdleConnections()
    // A browser opens connections ahead of its requests; node:http takes them for busy ones.
    for (const socket of this.#connections) if (socket.bytesRead === 0) socket.destroy()
  }
}
