import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/**
 * The site over a slow line: a proxy that passes on every page in pieces of a few hundred bytes, with time for the browser
 * to paint in between. Everything but pages passes at once, so that only the order of arrival shows.
 */
export async function startSlowDelivery(site: string, { pieceBytes = 700, pauseMs = 20 } = {}) {
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, 'accept-encoding': 'identity' }
    const onward = request(new URL(asked.url ?? '/', site), { method: asked.method, headers }, async (got) => {
      const { 'content-length': _length, 'transfer-encoding': _encoding, ...passedOn } = got.headers
      const body = Buffer.concat(await got.toArray())
      const isPage = got.headers['content-type']?.startsWith('text/html')
      // Keeps the browser from having a page already when it is opened again, at another width.
      answer.writeHead(got.statusCode ?? 502, { ...passedOn, ...(isPage && { 'cache-control': 'no-store' }) })
      if (!isPage) return void answer.end(body)
      for (let at = 0; at < body.length && !answer.destroyed; at += pieceBytes) {
        answer.write(body.subarray(at, at + pieceBytes))
        await setTimeout(pauseMs)
      }
      answer.end()
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
