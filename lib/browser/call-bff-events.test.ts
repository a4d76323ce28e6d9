import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { callBffEvents } from './call-bff-events.ts'
import { CallFailure } from './call-failure.ts'

let server: Server
let answer: (response: ServerResponse) => void
const asked: { url: string | undefined; accept: string | undefined; body: string }[] = []
const ownFetch = globalThis.fetch

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked.push({ url: request.url, accept: request.headers.accept, body })
    answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // In a browser an address without a host is the page's own site.
  globalThis.fetch = (path, init) => ownFetch(site + path, init)
})
afterAll(() => {
  globalThis.fetch = ownFetch
  server.closeAllConnections()
  server.close()
})

const call = (signal = new AbortController().signal) =>
  callBffEvents('POST /openai/text-processing', { body: { input: 'Walden' }, signal })

async function failureOf(events: AsyncIterable<unknown>): Promise<unknown> {
  try {
    for await (const _ of events);
  } catch (fault) {
    return fault
  }
  throw new Error('no failure')
}

test('gives each event as it comes, wherever it is cut', async () => {
  const text =
    ': still here\n\ndata: {"kind":"text","html":"<p>Ö</p>"}\n\ndata: {"kind":"end","html":"","draft":null}\n\n'
  answer = (response) => {
    for (const byte of Buffer.from(text)) response.write(Buffer.of(byte))
    response.end()
  }
  const events = []
  for await (const event of call()) events.push(event)
  expect(events).toEqual([
    { kind: 'text', html: '<p>Ö</p>' },
    { kind: 'end', html: '', draft: null },
  ])
  expect(asked[0]).toEqual({
    url: '/api/openai/text-processing',
    accept: 'text/event-stream',
    body: '{"input":"Walden"}',
  })
})

test('a refusal is a CallFailure with the server’s sentence', async () => {
  answer = (response) => response.writeHead(409).end('{"message":"There is one.","code":11000,"current":{"slug":"a"}}')
  const fault = await failureOf(call())
  expect(fault).toBeInstanceOf(CallFailure)
  expect(fault).toMatchObject({ status: 409, message: 'There is one.', code: 11000, current: { slug: 'a' } })
})

test('a broken connection counts as no answer', async () => {
  answer = (response) => response.write('data: {"kind":"text","html":""}\n\n', () => response.destroy())
  expect(await failureOf(call())).toMatchObject({ name: 'CallFailure', status: 0 })
})

test.each([
  ['the signal', true],
  ['no longer reading', false],
])('%s ends it at the server', async (_, bySignal) => {
  const gone = new AbortController()
  const left = new Promise<void>((resolve) => {
    answer = (response) => {
      response.on('close', resolve)
      response.write('data: {"kind":"text","html":""}\n\n')
    }
  })
  const reading = async () => {
    for await (const _ of call(gone.signal)) {
      if (!bySignal) return
      gone.abort()
    }
  }
  if (bySignal) await expect(reading()).rejects.toMatchObject({ status: 0 })
  else await reading()
  await left
})
