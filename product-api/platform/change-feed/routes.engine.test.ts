import { tags } from '#contract/tags.ts'
import { api, get, withApi } from '#testing/api.ts'
import { anAuthor, aStory } from '#testing/factories.ts'

withApi({ silenceMs: 50 })

type Heard = { event: string; id: number; data: { id: number; tags: string[] } }

/** Subscribes and hands out one event after the other; silences are left out. */
function listen(lastEventId?: string) {
  const gone = new AbortController()
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  const response = get('/changes', { headers: headers as Record<string, string>, signal: gone.signal })
  const events = heard(response)
  const next = async () => (await events.next()).value as Heard
  return { response, next, stop: async () => void (await events.return(undefined)) }
}

async function* heard(response: Promise<Response>): AsyncGenerator<Heard> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of (await response).body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const data = field('data')
      if (data)
        yield { event: field('event') ?? 'message', id: Number(field('id')), data: JSON.parse(data) as Heard['data'] }
    }
  }
}

describe('GET /changes', () => {
  test('sends a new subscriber the newest id, and then every change', async () => {
    const by = await anAuthor()
    const feed = listen()
    expect((await feed.response).headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(await feed.next()).toEqual({ event: 'hello', id: 1, data: { id: 1, tags: [] } })
    await aStory({ by, title: 'Lamp' })
    const told = await feed.next()
    expect(told).toMatchObject({ event: 'message', id: 2, data: { id: 2 } })
    expect(told.data.tags).toEqual(expect.arrayContaining([tags.content('lamp'), tags.all]))
    await feed.stop()
  })

  test('tells every write once, in order, however fast they come', async () => {
    const by = await anAuthor()
    const feed = listen()
    await feed.next()
    await Promise.all(Array.from({ length: 20 }, (_, index) => aStory({ by, title: `Lamp ${index}` })))
    const ids: number[] = []
    for (let count = 0; count < 20; count++) ids.push((await feed.next()).id)
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    expect(new Set(ids).size).toBe(20)
    await feed.stop()
  })

  test('resumes after the last change that was seen', async () => {
    const by = await anAuthor()
    await aStory({ by, title: 'One' })
    await aStory({ by, title: 'Two' })
    const feed = listen('2')
    const missed = await feed.next()
    expect(missed).toMatchObject({ event: 'message', id: 3 })
    expect(missed.data.tags).toContain(tags.content('two'))
    await feed.stop()
  })

  test('sends a reset if the changes after the last one were deleted or never existed', async () => {
    const by = await anAuthor()
    await aStory({ by })
    await aStory({ by })
    await api().pool.query('delete from changes where id < 3')
    for (const lastId of ['1', '99', 'x', '-1']) {
      const feed = listen(lastId)
      expect(await feed.next()).toEqual({ event: 'reset', id: 3, data: { id: 3, tags: [] } })
      await feed.stop()
    }
    const known = listen('2')
    expect(await known.next()).toMatchObject({ event: 'message', id: 3 })
    await known.stop()
  })

  test('breaks the silence, so that no subscriber takes it for a lost connection', async () => {
    const response = await get('/changes')
    const reader = response.body?.getReader()
    let text = ''
    while (!text.includes(': still here')) text += new TextDecoder().decode((await reader?.read())?.value)
    await reader?.cancel()
  })

  test('takes a hundred subscribers and tells the next one to come back', async () => {
    const feeds = Array.from({ length: 100 }, () => listen())
    await Promise.all(feeds.map((feed) => feed.next()))
    const refused = await get('/changes')
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    await Promise.all(feeds.map((feed) => feed.stop()))
  })

  test('trims old changes, but never the newest', async () => {
    await anAuthor()
    await api().pool.query("insert into changes (tags) select '{}' from generate_series(1, 10050)")
    await api().feed.trim()
    const { rows } = await api().pool.query('select count(*)::int as count, max(id)::int as newest from changes')
    expect(rows).toEqual([{ count: 10_000, newest: 10_051 }])
  })
})
