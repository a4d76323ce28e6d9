import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

// The yardstick: nothing but node:http and the answer its parent sends it.
process.once('message', (message) => {
  const { status, headers, body } = message as { status: number; headers: OutgoingHttpHeaders; body: Uint8Array }
  const all = status === 304 ? headers : { ...headers, 'content-length': body.length }
  const server = createServer((_, response) => {
    response.writeHead(status, all)
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
