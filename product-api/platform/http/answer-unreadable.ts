import { type Server, STATUS_CODES } from 'node:http'
import { answerHeaders } from './answer-headers.ts'

const statusOf: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** What is refused before the app sees it gets the headers of every other answer: too large, too slow, or no HTTP. */
export function answerUnreadable(server: Server): void {
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
