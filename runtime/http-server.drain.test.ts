import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { Agent, createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Drain } from './http-server.ts'

let server: Server
let drain: Drain
let finish: () => void
const port = () => (server.address() as AddressInfo).port

/** Answers `/` immediately and `/slow` when the test says so. */
beforeEach(async () => {
  drain = new Drain()
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  server = createServer({ ...drain.serverOptions, keepAliveTimeout: 60_000 }, async (asked, answer) => {
    if (asked.url === '/slow') await finished
    if (asked.url === '/half') {
      answer.writeHead(200)
      answer.write('half ')
      await finished
    }
    answer.end('whole')
  })
  drain.watch(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => server.closeAllConnections())

type Answer = { text: string; connection: string | undefined; reused: boolean }

function ask(agent: Agent, path: string, at = port()): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ port: at, host: '127.0.0.1', path, agent }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      answer.on('error', reject)
      answer.on('end', () => resolve({ text, connection: answer.headers.connection, reused: asked.reusedSocket }))
    })
    asked.on('error', reject)
    asked.end()
  })
}

const keepingAlive = () => new Agent({ keepAlive: true, maxSockets: 1 })

test('running requests get their whole answer and `connection: close`; no new client comes in', async () => {
  const { port: at } = server.address() as AddressInfo
  const running = [ask(keepingAlive(), '/slow'), ask(keepingAlive(), '/half')]
  while ((await connectionsOf(server)) < 2) await new Promise(setImmediate)
  const closed = drain.close(server, 20_000)
  while (server.listening) await new Promise(setImmediate)
  await expect(ask(keepingAlive(), '/', at)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  finish()
  const [slow, half] = await Promise.all(running)
  expect(slow).toMatchObject({ text: 'whole', connection: 'close' })
  expect(half).toMatchObject({ text: 'half whole' })
  await closed
})

test('a running request is not cut off, however long it takes and nothing else comes', async () => {
  const running = [ask(keepingAlive(), '/slow'), ask(keepingAlive(), '/half')]
  while ((await connectionsOf(server)) < 2) await new Promise(setImmediate)
  const closed = drain.close(server, 20_000)
  // Longer than the half second after which idle connections are closed.
  await delay(900)
  finish()
  expect((await Promise.all(running)).map(({ text }) => text)).toEqual(['whole', 'half whole'])
  await closed
})

test('a request on an open connection in the meantime is answered, and closes it', async () => {
  const agent = keepingAlive()
  const at = port()
  expect(await ask(agent, '/')).toMatchObject({ connection: 'keep-alive' })
  const closed = drain.close(server, 20_000)
  while (server.listening) await new Promise(setImmediate)
  expect(await ask(agent, '/', at)).toEqual({ text: 'whole', connection: 'close', reused: true })
  await closed
})

test('is not delayed by idle, unused or upgraded connections', async () => {
  Object.assign(server, { shouldUpgradeCallback: () => true })
  server.on('upgrade', (_request, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
  await ask(keepingAlive(), '/')
  const unused = connect(port(), '127.0.0.1')
  await once(unused, 'connect')
  const upgraded = connect(port(), '127.0.0.1')
  upgraded.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n')
  await once(upgraded, 'data')
  // Neither is told anything; without an end of its own the test would run out of time.
  await drain.close(server, 10 * 60_000)
})

test('five hundred requests that offer another protocol are answered as if they did not, and leave no descriptor open', async () => {
  // Like the listener that Next adds at its first request.
  server.on('upgrade', () => undefined)
  await ask(new Agent(), '/')
  const before = readdirSync('/proc/self/fd').length
  for (let count = 0; count < 500; count++) {
    const offer =
      count % 2 ? 'Connection: Upgrade\r\nUpgrade: websocket' : 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c'
    expect(await say(`GET / HTTP/1.1\r\nHost: x\r\n${offer}\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 200 /,
    )
  }
  while ((await connectionsOf(server)) > 0) await new Promise(setImmediate)
  expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(before)
})

test('connections wait as long as requests come over others, and a little longer', async () => {
  const [first, second, third] = [keepingAlive(), keepingAlive(), keepingAlive()]
  for (const agent of [first, second, third]) await ask(agent, '/')
  const at = port()
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] })
  try {
    const closed = drain.close(server, 20_000)
    while (server.listening) await new Promise(setImmediate)
    for (const agent of [first, second, third]) {
      jest.advanceTimersByTime(450)
      await new Promise(setImmediate)
      expect(await ask(agent, '/', at)).toMatchObject({ reused: true, connection: 'close' })
    }
    jest.advanceTimersByTime(600)
    await closed
  } finally {
    jest.useRealTimers()
  }
})

test('a request that came while the process was busy is answered, however long nothing else has come', async () => {
  const state = new Int32Array(new SharedArrayBuffer(8))
  const [goOn, sent] = [0, 1]
  const client = new Worker(
    `const { workerData: { port, state }, parentPort } = require('node:worker_threads')
     const socket = require('node:net').connect(port, '127.0.0.1')
     const ask = 'GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n'
     let text = ''
     socket.on('data', (chunk) => {
       if (text === '') {
         parentPort.postMessage('asked once')
         Atomics.wait(state, ${goOn}, 0)
         socket.write(ask, () => Atomics.store(state, ${sent}, 1) + Atomics.notify(state, ${sent}))
       }
       text += chunk
     })
     socket.on('error', (fault) => { text += fault.code })
     socket.on('close', () => parentPort.postMessage(text))
     socket.write(ask)`,
    { eval: true, workerData: { port: port(), state } },
  )
  await once(client, 'message')
  const closed = drain.close(server, 20_000)
  while (server.listening) await new Promise(setImmediate)
  const busyUntil = performance.now() + 700
  Atomics.store(state, goOn, 1)
  Atomics.notify(state, goOn)
  Atomics.wait(state, sent, 0)
  while (performance.now() < busyUntil);
  const [text] = await once(client, 'message')
  expect(text.split('HTTP/1.1 200 OK')).toHaveLength(3)
  await closed
})

test('cuts off endless requests when the time is over', async () => {
  const endless = ask(keepingAlive(), '/slow')
  endless.catch(() => undefined)
  while ((await connectionsOf(server)) < 1) await new Promise(setImmediate)
  await drain.close(server, 50)
  await expect(endless).rejects.toMatchObject({ code: 'ECONNRESET' })
})

/** Sends raw bytes and ends the connection at the first answer, which it returns. */
async function say(text: string): Promise<string> {
  const socket = connect(port(), '127.0.0.1')
  socket.write(text)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.end()
  await once(socket, 'close')
  return answer.toString()
}

function connectionsOf(of: Server): Promise<number> {
  return new Promise((resolve) => of.getConnections((_fault, count) => resolve(count)))
}
