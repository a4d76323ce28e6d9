import type { IncomingMessage, Server } from 'node:http'

/**
 * Cuts off a client that takes longer than this with the body of a request, like Node's own `requestTimeout`, which has
 * one time for all requests.
 */
export function limitBodyTime(server: Server, mostMs: (request: IncomingMessage) => number): void {
  server.prependListener('request', (request: IncomingMessage) => {
    if (!hasBody(request)) return
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
