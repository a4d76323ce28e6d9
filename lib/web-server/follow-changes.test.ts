import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { followChanges } from './follow-changes.ts'

async function aFeed(onRequest: (request: IncomingMessage, response: ServerResponse, count: number) => void) {
  let count = 0
  const server = createServer((request, response) => {
    count++
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    onRequest(request, response, count)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

describe('followChanges', () => {
  test('doubts everything at first, then hears every change', async () => {
    const feed = await aFeed((_, response) => {
      response.write('event: hello\nid: 7\ndata: {}\n\n')
      response.write('event: change\nid: 8\ndata: {"id":8,"tags":["content:a"]}\n\n')
    })
    const heard: string[] = []
    const stop = await new Promise<() => void>((resolve) => {
      const stopFollowing = followChanges({
        productApiUrl: feed.url,
        onReset: () => heard.push('reset'),
        onConnected: (connected) => heard.push(connected ? 'connected' : 'gone'),
        onChange: (change) => {
          heard.push(change.tags.join())
          resolve(stopFollowing)
        },
      })
    })
    stop()
    await feed.close()
    expect(heard.slice(0, 3)).toEqual(['reset', 'connected', 'content:a'])
  })

  test('reconnects after a cut and resumes where it was', async () => {
    const asked: (string | undefined)[] = []
    let again = () => {}
    const cameBack = new Promise<void>((resolve) => {
      again = resolve
    })
    const feed = await aFeed((request, response, count) => {
      asked.push(request.headers['last-event-id'] as string | undefined)
      if (count === 1) {
        response.write('event: hello\nid: 3\ndata: {}\n\n')
        response.end('event: change\nid: 4\ndata: {"id":4,"tags":["content:a"]}\n\n')
      } else {
        response.write(': caught up\n\n')
        again()
      }
    })
    const stop = followChanges({
      productApiUrl: feed.url,
      onReset: () => {},
      onChange: () => {},
      onConnected: () => {},
    })
    await cameBack
    stop()
    await feed.close()
    expect(asked).toEqual([undefined, '4'])
  })
})
