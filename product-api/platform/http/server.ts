import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import { fileTimeMs, longestFileMs } from '#contract/calls.ts'
import { answerMalformedRequests, Drain, limitBodyTime } from '#runtime/http-server.ts'
import type { HonoEnv } from './api.ts'
import { answerHeaders } from './middleware.ts'

const requestMs = 5_000
/** How long to read on when a file is refused early: a slow client must get its answer soon. */
const refusedFileMs = 500
/** Longer than the web and load balancers keep connections, so that we never close one that is about to be used. */
const idleMs = 65_000
const programs = { PRODUCT_API_PORT: 'The product API', WORKER_PORT: 'The worker' }
const drains = new WeakMap<Server, Drain>()

/** `setting`: the name of the port's setting, for error messages. */
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
      if (!(await drainRequest(incoming, mostMs))) {
        response.headers.set('connection', 'close')
        closeGently(incoming)
      }
      return response
    },
    // A client this slow occupies the connection on purpose.
    serverOptions: {
      ...drain.serverOptions,
      headersTimeout: requestMs,
      // A file arrives as fast as the browser behind the web sends it.
      requestTimeout: longestFileMs,
      keepAliveTimeout: idleMs,
      connectionsCheckingInterval: 1_000,
      // Larger than our limit for addresses, so that a longer one gets a proper answer (414).
      maxHeaderSize: 64 * 1024,
      // A missing Host is refused by the middleware, with our headers.
      requireHostHeader: false,
    },
  }) as Server
  drain.watch(server)
  limitBodyTime(server, (request) => fileTimeOf(request) ?? requestMs)
  drains.set(server, drain)
  // Its own answers have our headers too.
  server.prependListener('request', (_request, response) => {
    for (const [name, value] of Object.entries(answerHeaders)) response.setHeader(name, value)
  })
  // Unknown expectations may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  answerMalformedRequests(server, { ...answerHeaders, 'cache-control': 'no-store' })
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

/** Accepts no new connections and finishes running requests; those that still run after `graceMs` are cut off. */
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

/** Twice the largest body of any call; a client that sends more is cut off. */
const readOnMostBytes = 8 * 1024 * 1024
const lingerMs = 2_000

/**
 * Reads the rest of a request that was answered early, for example refused before its body was read: clients send the
 * whole body before they read the answer, and may already have pipelined the next request.
 * @returns whether the connection can be reused; otherwise close it after the answer (`closeGently`).
 */
function drainRequest(incoming: IncomingMessage, mostMs: number): Promise<boolean> {
  if (incoming.complete || incoming.destroyed) return Promise.resolve(incoming.complete)
  return new Promise((resolve) => {
    let bytes = 0
    const end = () => {
      clearTimeout(late)
      incoming.off('data', count).off('end', end).off('error', end).off('close', end)
      resolve(incoming.complete)
    }
    const late = setTimeout(() => end(), mostMs)
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > readOnMostBytes) end()
    }
    // The code that started to read the body no longer consumes it; its listener would pause the stream.
    incoming.removeAllListeners('data')
    incoming.on('data', count).on('end', end).on('error', end).on('close', end).resume()
  })
}

/**
 * Closes a connection whose client is still sending, so that it receives the answer (RFC 9112, section 9.6):
 * half-closes our side and reads on for a moment. node:http would destroy the connection, and a reset can discard what
 * the client has not read yet.
 */
function closeGently({ socket }: IncomingMessage): void {
  let isEnding = false
  socket.destroySoon = () => {
    if (isEnding) return
    isEnding = true
    socket.end()
    const over = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(over))
  }
}
