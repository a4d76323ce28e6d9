import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** For what is left of a body once it is answered: whoever was refused need not send it. */
const answeredMs = 5_000

/**
 * Cuts off a client that takes longer than this with the body of a request, like Node's own `requestTimeout`, which has
 * one time for all requests. What comes after the answer has hardly any time.
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
