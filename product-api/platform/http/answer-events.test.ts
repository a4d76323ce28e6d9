import { once } from 'node:events'
import { request as requestHttp } from 'node:http'
import { defineEndpoints } from '#contract/endpoint.ts'
import { type TextEvent, textProcessing } from '#contract/text-processing.ts'
import { api, withApi } from '#testing/api.ts'
import { answerEvents } from './answer-events.ts'
import type { Api } from './api.ts'
import { type Answer, endpoint } from './endpoint.ts'
import { addressOf, closeServer, listen } from './server.ts'

withApi()

const beginning: TextEvent = { kind: 'text', html: '<p>A pond.</p>' }
const path = '/slow-text'
const { summary, response, events } = textProcessing.process
const { slowText } = defineEndpoints({ slowText: { call: `POST ${path}`, summary, response, events } })
let answer: Answer

/** One more call of the product API; routes can be added before the first request only. */
beforeAll(() => {
  const { app: hono, context } = api()
  const own: Api = { hono, context, findActor: async () => undefined }
  endpoint(own, slowText, async (_, { takesEvents }) => (takesEvents ? answer : 'whole'))
})

function answering(made: (gone: AbortSignal) => AsyncIterable<TextEvent>, options?: { silenceMs: number }): void {
  answer = answerEvents(made, options)
}

function ask(accept = 'text/event-stream') {
  return api().app.request(path, { method: 'POST', headers: { accept } })
}

test('sends only events and fields of the contract', async () => {
  answering(async function* () {
    yield { ...beginning, secret: 'a' } as TextEvent
    yield { kind: 'end', html: '', draft: null }
  })
  expect(await (await ask()).text()).toBe(
    `data: ${JSON.stringify(beginning)}\n\ndata: {"kind":"end","html":"","draft":null}\n\n`,
  )
})

test.each(['application/json', '*/*', 'text/event-stream;q=0, */*'])(
  '%s does not ask for an event stream',
  async (accept) => {
    expect(await (await ask(accept)).json()).toBe('whole')
  },
)

test('silence is broken by comments', async () => {
  answering(
    async function* (gone) {
      await once(gone, 'abort')
      yield beginning
    },
    { silenceMs: 1 },
  )
  const reader = (await ask()).body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  expect(new TextDecoder().decode(value)).toBe(': still here\n\n')
  await reader?.cancel()
})

test('a fault of ours after the beginning is the last event, and its words go to the log alone', async () => {
  answering(async function* () {
    yield beginning
    throw new Error('a secret of the house')
  })
  const [first, last = ''] = (await (await ask()).text()).split('\n\n')
  expect(first).toBe(`data: ${JSON.stringify(beginning)}`)
  expect(JSON.parse(last.replace('data: ', ''))).toMatchObject({
    kind: 'problem',
    problem: { status: 500, message: expect.stringMatching(/^Something went wrong\./) },
  })
  expect(last).not.toContain('secret of the house')
  expect(api().log.join('')).toContain('a secret of the house')
})

test('notices a caller that disconnects, and logs nothing', async () => {
  let heard: () => void = () => undefined
  const isGone = new Promise<void>((resolve) => {
    heard = resolve
  })
  answering(async function* (gone) {
    yield beginning
    if (!gone.aborted) await once(gone, 'abort')
    heard()
    throw new Error('given up')
  })
  const server = await listen(api().app, { port: 0, host: '127.0.0.1' })
  const sent = requestHttp(addressOf(server) + path, { method: 'POST', headers: { accept: 'text/event-stream' } })
  sent.end()
  const [answer] = await once(sent, 'response')
  await once(answer, 'data')
  answer.destroy()
  await isGone
  await closeServer(server, 1_000)
  expect(api().log.join('')).not.toContain('given up')
})
