import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

// The yardstick: nothing but node:http and the answer its parent sends it.
process.once('message', (message) => {
  const { headers, body } = message as { headers: OutgoingHttpHeaders; body: Uint8Array }
  const all = { ...headers, 'content-length': body.length }
  const server = createServer((_, response) => {
    response.writeHead(200, all)
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
