import type { TextEvent } from '#contract/text-processing.ts'
import { send, withApi } from '#testing/api.ts'
import { addBook, bookDrafts, inputOf, model, until, watchBook, withModel } from '#testing/books.ts'
import { writing } from '#testing/factories.ts'
import { standInSummary } from '#testing/openai-stand-in.ts'
import { acceptBook, writeSummary } from './service.ts'

withApi()
withModel()

describe('streaming a summary', () => {
  test('sends partial texts that are each valid HTML, and ends with the draft', async () => {
    const name = 'Walden [held]'
    const events: TextEvent[] = []
    for await (const event of watchBook(inputOf(name))) {
      events.push(event)
      if (events.length === 1) model().standIn.release(name)
    }
    expect(events[0]).toEqual({ kind: 'text', html: '<p>A man walks to a pond and stays for two years.</p>' })
    const [draft] = await bookDrafts()
    expect(events.at(-1)).toEqual({ kind: 'end', html: standInSummary, draft: draft?.slug })
  })

  test('answers a failure before the first event with its status', async () => {
    const headers = { accept: 'text/event-stream' }
    const response = await send('POST', '/openai/text-processing', {
      as: model().admin.id,
      headers,
      body: { input: 'Walden' },
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/problem+json'])
  })

  test('aborts the request to the model when the client disconnects, and saves nothing', async () => {
    const name = 'Left [held]'
    for await (const event of watchBook(inputOf(name))) {
      expect(event.kind).toBe('text')
      break
    }
    await until(() => model().standIn.left.has(name))
    model().standIn.release(name)
    expect(await bookDrafts()).toEqual([])
  })

  test('saves nothing if the client disconnects while the draft is being written', async () => {
    const gone = new AbortController()
    const now = () => {
      gone.abort()
      return new Date()
    }
    const ctx = { ...writing(model().admin), now }
    const parts = writeSummary(ctx, await acceptBook(ctx, { input: inputOf('Walden') }), gone.signal)
    await expect(Array.fromAsync(parts)).rejects.toThrow('Cancelled. Nothing was kept.')
    expect(await bookDrafts()).toEqual([])
  })

  test('aborts the request as well when a client without a stream disconnects', async () => {
    const name = 'Left as a whole [held]'
    const gone = new AbortController()
    const answer = addBook(inputOf(name), { signal: gone.signal })
    await until(() => model().standIn.asked.length === 1)
    gone.abort()
    expect((await answer).status).toBe(503)
    await until(() => model().standIn.left.has(name))
    expect(await bookDrafts()).toEqual([])
  })
})
