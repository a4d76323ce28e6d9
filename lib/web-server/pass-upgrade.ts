import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Renderers } from '#lib/page-cache/page-cache.ts'

/** Passes the websocket of live reload on to Next's development server. */
export function passUpgrade(renderers: Renderers) {
  return ({ method, url, rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const passed = renderers.use(async ({ socketPath }) => {
      const next = connect(socketPath)
      next.write(`${method} ${url} HTTP/1.1\r\n`)
      for (let at = 0; at < rawHeaders.length; at += 2) next.write(`${rawHeaders[at]}: ${rawHeaders[at + 1]}\r\n`)
      next.write('\r\n')
      next.write(head)
      next.on('error', () => socket.destroy())
      socket.on('error', () => next.destroy())
      next.pipe(socket).pipe(next)
    })
    passed.catch(() => socket.destroy())
  }
}
