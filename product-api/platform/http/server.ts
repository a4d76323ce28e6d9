import { once } from 'node:events'
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import { fileTimeMs, longestFileMs } from '#contract/calls.ts'
import { Drain } from '#runtime/drain.ts'
import { limitBodyTime } from '#runtime/limit-body-time.ts'
import type { HonoEnv } from './api.ts'
import { closeGently, drainRequest } from './drain-request.ts'
import { answerHeaders } from './middleware.ts'

const requestMs = 5_000
/** A file that is refused before it has come: whoever sends it slowly is answered all the same. */
const refusedFileMs = 500
/** Longer than the web and a load balancer keep theirs, so that this side never closes one during a request. */
const idleMs = 65_000
const programs = { PRODUCT_API_PORT: 'The product API', WORKER_PORT: 'The worker' }
const drains = new WeakMap<Server, Drain>()

/** `setting`: which one names the port. */
type Address = { port: number; host: string; setting?: keyof typeof programs }

/**
 * Serves an app over HTTP.
 * @throws Error with one sentence if the port is taken or not allowed.
 */
export async function listen(
  app: Hono<HonoEnv>,
  { port, host, setting = 'PRODUCT_API_PORT' }: Address,
): Promise<Server> {
  const drain = new Drain()
  const server = createAdaptorServer({
    fetch: async (request, env) => {
      const response = await app.fetch(request, env)
      if (!('incoming' in env)) return response
      const incoming = env.incoming as IncomingMessage
      const mostMs = fileTimeOf(incoming) === undefined ? requestMs : refusedFileMs
      if (!(await drainRequest(incoming, { mostMs }))) {
        response.headers.set('connection', 'close')
        closeGently(incoming)
      }
      return response
    },
    // A client slower than this with a request occupies the connection on purpose.
    serverOptions: {
      ...drain.serverOptions,
      headersTimeout: requestMs,
      // A file comes as quickly as the browser behind the web sends it.
      requestTimeout: longestFileMs,
      keepAliveTimeout: idleMs,
      connectionsCheckingInterval: 1_000,
      // Room for an address that is too long, so that it is answered as such.
      maxHeaderSize: 64 * 1024,
      // Refused a little later, with the headers of every answer.
      requireHostHeader: false,
    },
  }) as Server
  drain.watch(server)
  limitBodyTime(server, (request) => fileTimeOf(request) ?? requestMs)
  drains.set(server, drain)
  answerMalformedRequests(server)
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new Error(`${programs[setting]} can't listen on ${host}:${port}: ${reasonOf(cause, setting)}`, { cause })
  }
  return server
}

export function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** Takes no new connections and answers what runs; what still runs after `graceMs` is cut. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  await drains.get(server)?.close(server, graceMs)
}

/** How long the file of a call may take; undefined for any other call. */
function fileTimeOf({ url = '' }: IncomingMessage): number | undefined {
  return fileTimeMs(url.split('?', 1)[0] ?? '')
}

function reasonOf(cause: unknown, setting: string): string {
  const { code, message } = cause as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `another program uses this port; stop it or set ${setting}`
  if (code === 'EACCES') return `this port needs more rights; set ${setting}`
  return message
}

const statusOf: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** What is refused before the app sees it gets the headers of every other answer: too large, too slow, or no HTTP. */
function answerMalformedRequests(server: Server): void {
  server.prependListener('request', (_request, response) => {
    for (const [name, value] of Object.entries(answerHeaders)) response.setHeader(name, value)
  })
  // No expectation but `100-continue` is known, and any may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
    const status = statusOf[error.code ?? ''] ?? 400
    const headers = { ...answerHeaders, connection: 'close', 'cache-control': 'no-store', 'content-length': '0' }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`)
  })
}
