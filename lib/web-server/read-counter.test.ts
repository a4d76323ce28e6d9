import type { IncomingMessage } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ReadCounter } from './read-counter.ts'
import { ReadSources } from './read-sources.ts'

setFlagsFromString('--expose-gc')
// Garbage must not count: when it is collected is a matter of chance.
const collectGarbage = runInNewContext('gc') as () => void

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

type Asked = { method?: string; headers?: Record<string, string>; url?: string }
const asking = ({ method = 'GET', headers = {}, url }: Asked = {}) =>
  ({
    ...{ method, url, headers: { 'user-agent': firefox, ...headers } },
    rawHeaders: Object.entries({ 'User-Agent': firefox, ...headers }).flat(),
  }) as unknown as IncomingMessage
const aCounter = (options: Partial<ConstructorParameters<typeof ReadCounter>[0]> = {}) =>
  new ReadCounter({ sources: new ReadSources('https://bytewise.example'), ...options })
/** The figures that are not zero; `from` without a story's own words. */
const counted = (counter: ReadCounter) => {
  const taken = counter.take(10, 1_000)
  const stories = [...(taken?.stories ?? [])].map(([slug, { from, ...counts }]) => {
    const least = Object.entries(counts).filter(([, count]) => count > 0)
    return [slug, { ...Object.fromEntries(least), from: Object.fromEntries(from) }]
  })
  return taken && { day: taken.day, stories: Object.fromEntries(stories) }
}
const noon = Date.UTC(2026, 10, 23, 12)

test('counts a story each time its page is shown, crawlers and programs without a name apart', () => {
  const counter = aCounter({ now: () => noon })
  counter.count(asking(), '/article/lamps', 200)
  counter.count(asking({ headers: { 'Sec-Fetch-Dest': 'document' } }), '/article/lamps', 200)
  counter.count(asking({ headers: { 'User-Agent': googlebot } }), '/article/lamps', 200)
  counter.count(asking({ headers: { 'User-Agent': '' } }), '/article/lamps', 200)
  counter.count(asking(), '/article/%C3%A9toile', 200)
  expect(counted(counter)).toEqual({
    day: '2026-11-23',
    stories: { lamps: { reads: 2, crawlerReads: 2, from: { direct: 2 } }, étoile: { reads: 1, from: { direct: 1 } } },
  })
  expect([counter.size, counted(counter)]).toEqual([0, undefined])
})

test.each<[string, Asked, string, number]>([
  ['another page', {}, '/books', 200],
  ['the Markdown copy', {}, '/article/lamps.md', 200],
  ['a missing story', {}, '/article/lamps', 404],
  ['a story that has moved', {}, '/article/lamps', 308],
  ['a failure', {}, '/article/lamps', 503],
  ['HEAD', { method: 'HEAD' }, '/article/lamps', 200],
  ['a prefetch', { headers: { 'sec-purpose': 'prefetch' } }, '/article/lamps', 200],
  ['a prerender', { headers: { 'Sec-Purpose': 'prefetch;prerender' } }, '/article/lamps', 200],
  ['a prefetch of old browsers', { headers: { Purpose: 'prefetch' } }, '/article/lamps', 200],
  ['a prefetch of old Firefox', { headers: { 'X-Moz': 'prefetch' } }, '/article/lamps', 200],
  ['a part of a page', { headers: { RSC: '1' } }, '/article/lamps', 200],
  ['a script', { headers: { 'Sec-Fetch-Dest': 'empty' } }, '/article/lamps', 200],
])('does not count %s', (_what, asked, key, status) => {
  const counter = aCounter()
  counter.count(asking(asked), key, status)
  expect(counter.size).toBe(0)
})

test('gives each day of its own, the oldest first, with a bounded number of stories', () => {
  let now = Date.UTC(2026, 10, 23, 23, 59, 59, 999)
  const counter = aCounter({ now: () => now })
  for (const slug of ['a', 'b', 'c']) counter.count(asking(), `/article/${slug}`, 200)
  now += 1
  counter.count(asking(), '/article/a', 200)
  const taken = [1, 2, 3, 4].map(() => counter.take(2, 1_000))
  expect(taken.map((one) => one && [one.day, ...one.stories.keys()])).toEqual([
    ['2026-11-23', 'a', 'b'],
    ['2026-11-23', 'c'],
    ['2026-11-24', 'a'],
    undefined,
  ])
})

test('does not grow without bound, and says how many reads were lost to that', () => {
  const counter = aCounter({ mostStories: 2, now: () => noon })
  for (const slug of ['a', 'b', 'c', 'a']) counter.count(asking(), `/article/${slug}`, 200)
  expect([counter.size, counter.lost]).toEqual([2, 1])
  expect(counted(counter)?.stories).toEqual({
    a: { reads: 2, from: { direct: 2 } },
    b: { reads: 1, from: { direct: 1 } },
  })
})

test('says where reads came from: the mark in the address first, then the page before; crawlers come from nowhere', () => {
  const counter = aCounter({ now: () => noon })
  const from = (headers: Record<string, string>, url = '/article/lamps') =>
    counter.count(asking({ headers, url }), '/article/lamps', 200)
  from({ Referer: 'https://bytewise.example/' })
  from({ referer: 'https://news.example/a/page?with=a#secret' })
  from({ Referer: 'https://mail.example/' }, '/article/lamps?from=newsletter')
  from({}, '/article/lamps?utm_source=x&from=feed')
  from({})
  from({ 'User-Agent': googlebot, Referer: 'https://news.example/' })
  counter.countShown(asking(), '/article/lamps', 'https://bytewise.example/articles/fiction')
  expect(counted(counter)?.stories).toEqual({
    lamps: {
      ...{ reads: 6, crawlerReads: 1 },
      from: { front_page: 1, 'news.example': 1, newsletter: 1, feed: 1, direct: 1, site: 1 },
    },
  })
})

test('counts who began, who finished and what was heard, but not for crawlers', () => {
  const counter = aCounter({ now: () => noon })
  for (const headers of [{}, { 'user-agent': googlebot }]) {
    counter.countReader(asking({ headers }), '/article/lamps', 'began')
    counter.countReader(asking({ headers }), '/article/lamps', 'finished')
    counter.countHeard(asking({ headers }), '/article/lamps', 75)
  }
  counter.countHeard(asking(), '/article/lamps', 5)
  expect(counted(counter)?.stories).toEqual({
    lamps: { began: 1, finished: 1, listens: 2, heardSeconds: 80, from: {} },
  })
})

test('names at most 50 hosts for a story, and as many for all as there is room', () => {
  const counter = aCounter({ now: () => noon, mostHosts: 60 })
  const from = (slug: string, host: string) =>
    counter.count(asking({ headers: { Referer: `https://${host}/` } }), `/article/${slug}`, 200)
  for (let host = 0; host < 70; host++) from('a', `h${host}.example`)
  for (let host = 0; host < 70; host++) from('b', `h${host}.example`)
  from('a', 'h0.example')
  expect(counter.hosts).toBe(60)
  const stories = counted(counter)?.stories as Record<string, { reads: number; from: Record<string, number> }>
  expect([stories.a?.reads, Object.keys(stories.a?.from ?? {}).length, stories.a?.from.others]).toEqual([71, 51, 20])
  expect([stories.b?.reads, Object.keys(stories.b?.from ?? {}).length, stories.b?.from.others]).toEqual([70, 11, 60])
  expect(stories.a?.from['h0.example']).toBe(2)
  expect(counter.hosts).toBe(0)
})

test('gives a batch as many sources as it has room for, but always a story', () => {
  const counter = aCounter({ now: () => noon })
  for (const slug of ['a', 'b', 'c'])
    for (const host of ['one', 'two', 'three'])
      counter.count(asking({ headers: { Referer: `https://${host}.example/` } }), `/article/${slug}`, 200)
  expect([6, 2, 9].map((most) => counter.take(10, most)?.stories.size)).toEqual([2, 1, undefined])
})

test('forged referrers, ten thousand a second, keep it small', () => {
  const counter = aCounter({ now: () => noon, mostHosts: 30_000 })
  const memory = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const read = (count: number) => {
    const headers = { Referer: `https://${count.toString(36)}${'x'.repeat(60)}.example/${'y'.repeat(500)}` }
    counter.count(asking({ headers }), `/article/story-${count % 3_000}`, 200)
  }
  for (let count = 0; count < 20_000; count++) read(count)
  const before = memory()
  for (let count = 20_000; count < 70_000; count++) read(count)
  expect([counter.size, counter.hosts]).toEqual([3_000, 30_000])
  expect(memory() - before).toBeLessThan(40_000_000)
  let [reads, named] = [0, 0]
  for (let taken = counter.take(2_000, 20_000); taken; taken = counter.take(2_000, 20_000)) {
    let sources = 0
    for (const { reads: read, from } of taken.stories.values()) {
      reads += read
      sources += from.size
      for (const count of from.values()) named += count
      expect(from.size).toBeLessThanOrEqual(51)
    }
    expect(sources).toBeLessThanOrEqual(20_000)
  }
  expect([reads, named, counter.hosts]).toEqual([70_000, 70_000, 0])
})
