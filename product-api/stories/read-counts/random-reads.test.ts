import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { ReadCounter } from '#lib/web-server/read-counter.ts'
import { ReadSources } from '#lib/web-server/read-sources.ts'
import { api, send, withApi } from '#testing/api.ts'
import { aStory } from '#testing/factories.ts'

withApi()

const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'
const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const many = 100_000

/** Numbers from 0 to `below`, the same in each run (mulberry32). */
function seeded(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

test('a hundred thousand random reads add up as an independent count has them', async () => {
  const random = seeded(27)
  const stories = await Promise.all(Array.from({ length: 20 }, () => aStory()))
  const counter = new ReadCounter({ sources: new ReadSources('https://bytewise.example') })
  const expected = new Map<string, number>()
  const add = (key: string) => expected.set(key, (expected.get(key) ?? 0) + 1)
  const report = async () => {
    for (let taken = counter.take(7, 300); taken; taken = counter.take(7, 300)) {
      const reads = [...taken.stories].map(([slug, { crawlerReads, heardSeconds, from, ...count }]) => ({
        ...{ slug, ...count, crawler_reads: crawlerReads, heard_seconds: heardSeconds },
        from: [...from].map(([source, reads]) => ({ source, reads })),
      }))
      const body = { batch: randomUUID(), day: taken.day, reads }
      // Each batch comes twice.
      for (const _ of [1, 2]) expect((await send('POST', '/contents/reads', { body })).status).toBe(200)
    }
  }
  for (let count = 0; count < many; count++) {
    const { id, slug } = stories[random(stories.length)] ?? { id: '', slug: '' }
    const key = `/article/${slug}`
    const kind = random(10)
    const isCrawler = random(10) === 0
    const headers = { 'user-agent': isCrawler ? crawler : browser }
    if (kind === 0) {
      counter.countReader({ headers } as IncomingMessage, key, 'began')
      if (!isCrawler) add(`${id} began`)
    } else {
      const host = random(40)
      const rawHeaders = [
        'User-Agent',
        headers['user-agent'],
        ...(host ? ['Referer', `https://h${host}.example/x`] : []),
      ]
      counter.count({ method: 'GET', url: key, rawHeaders } as unknown as IncomingMessage, key, 200)
      add(isCrawler ? `${id} crawler_reads` : `${id} reads`)
      if (!isCrawler) add(`${id} from ${host ? `h${host}.example` : 'direct'}`)
    }
    if (count % 30_000 === 0) await report()
  }
  await report()
  const { rows } = await api().pool.query<{ key: string; count: number }>(`
    select content_id || ' ' || each.name as key, sum(each.count)::int as count from story_reads, lateral (
      values ('reads', reads), ('crawler_reads', crawler_reads), ('began', began)) as each (name, count)
    group by 1
    union all
    select content_id || ' from ' || source, sum(reads)::int from story_read_sources group by 1`)
  const counted = new Map(rows.map(({ key, count }) => [key, count]))
  expect([...counted].sort()).toEqual([...expected].sort())
})

test('many hosts on one day: fifty are named, the rest are others, however they are reported', async () => {
  const { id, slug } = await aStory()
  for (let batch = 0; batch < 4; batch++) {
    const from = Array.from({ length: 30 }, (_, host) => ({ source: `b${batch % 3}h${host}.example`, reads: 2 }))
    const reads = [{ slug, reads: 61, crawler_reads: 0, from: [...from, { source: 'direct', reads: 1 }] }]
    await send('POST', '/contents/reads', { body: { batch: randomUUID(), reads } })
  }
  const { rows } = await api().pool.query('select source, reads::int from story_read_sources where content_id = $1', [
    id,
  ])
  const hosts = rows.filter(({ source }) => source.includes('.'))
  expect(hosts).toHaveLength(50)
  expect(rows.find(({ source }) => source === 'direct')).toEqual({ source: 'direct', reads: 4 })
  expect(rows.reduce((sum, { reads }) => sum + reads, 0)).toBe(244)
})
