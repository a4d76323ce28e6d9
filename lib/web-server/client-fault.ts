import type { Duplex } from 'node:stream'
import { closedPolicy, securityHeaders } from './security-headers.ts'

const statuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers what node:http could not read as a request, with the headers that every answer carries. */
export function answerClientFault(fault: NodeJS.ErrnoException, socket: Duplex, options: { https: boolean }): void {
  if (!socket.writable || fault.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const headers = { ...securityHeaders(options), 'content-security-policy': closedPolicy, connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const status = statuses[fault.code ?? ''] ?? '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\ncontent-length: 0\r\n\r\n`)
}
