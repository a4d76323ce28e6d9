import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The yardstick: nothing but node:http and the bytes its parent sends it.
process.once('message', (body: Uint8Array) => {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length }
  const server = createServer((_, response) => {
    response.writeHead(200, headers)
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
