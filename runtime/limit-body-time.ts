import type { IncomingMessage, Server, ServerResponse } from 'node:http'

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

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
}
