import type { IncomingMessage } from 'node:http'
import { ReadCounter } from './read-counter.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

type Asked = { method?: string; headers?: Record<string, string> }
const asking = ({ method = 'GET', headers = {} }: Asked = {}) =>
  ({ method, rawHeaders: Object.entries({ 'User-Agent': firefox, ...headers }).flat() }) as unknown as IncomingMessage
const counted = (counter: ReadCounter) => {
  const taken = counter.take(10)
  return taken && { day: taken.day, stories: Object.fromEntries(taken.stories) }
}
const noon = Date.UTC(2026, 10, 23, 12)

test('counts a story each time its page is shown, crawlers and programs without a name apart', () => {
  const counter = new ReadCounter({ now: () => noon })
  counter.count(asking(), '/article/lamps', 200)
  counter.count(asking({ headers: { 'Sec-Fetch-Dest': 'document' } }), '/article/lamps', 200)
  counter.count(asking({ headers: { 'User-Agent': googlebot } }), '/article/lamps', 200)
  counter.count(asking({ headers: { 'User-Agent': '' } }), '/article/lamps', 200)
  counter.count(asking(), '/article/%C3%A9toile', 200)
  expect(counted(counter)).toEqual({
    day: '2026-11-23',
    stories: { lamps: { reads: 2, crawlerReads: 2 }, étoile: { reads: 1, crawlerReads: 0 } },
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
  const counter = new ReadCounter()
  counter.count(asking(asked), key, status)
  expect(counter.size).toBe(0)
})

test('gives each day of its own, the oldest first, with a bounded number of stories', () => {
  let now = Date.UTC(2026, 10, 23, 23, 59, 59, 999)
  const counter = new ReadCounter({ now: () => now })
  for (const slug of ['a', 'b', 'c']) counter.count(asking(), `/article/${slug}`, 200)
  now += 1
  counter.count(asking(), '/article/a', 200)
  const taken = [1, 2, 3, 4].map(() => counter.take(2))
  expect(taken.map((one) => one && [one.day, ...one.stories.keys()])).toEqual([
    ['2026-11-23', 'a', 'b'],
    ['2026-11-23', 'c'],
    ['2026-11-24', 'a'],
    undefined,
  ])
})

test('does not grow without bound, and says how many reads were lost to that', () => {
  const counter = new ReadCounter({ mostStories: 2, now: () => noon })
  for (const slug of ['a', 'b', 'c', 'a']) counter.count(asking(), `/article/${slug}`, 200)
  expect([counter.size, counter.lost]).toEqual([2, 1])
  expect(counted(counter)?.stories).toEqual({ a: { reads: 2, crawlerReads: 0 }, b: { reads: 1, crawlerReads: 0 } })
})
