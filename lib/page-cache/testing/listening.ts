import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of a test on a free port; `close` cuts its connections. */
export async function listening(handle: RequestListener): Promise<{ port: number; close: () => void }> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, close }
}
