import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { ReadBatch } from '#contract/reads.ts'
import { ReadCounter } from './read-counter.ts'
import { ReadSources } from './read-sources.ts'
import { reportReads } from './report-reads.ts'

let server: Server
/** The next answers of the product API; 200 after the last one. */
let answers: (number | 'nothing')[] = []
let batches: ReadBatch[] = []
const told: unknown[] = []
/** Something came to the product API, or into the log. */
let heard = Promise.withResolvers<void>()

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'
const soon = 5
const never = 3_600_000

// A server for each test: what one has given up may reach its server only while the next one runs.
beforeEach(async () => {
  answers = []
  told.length = 0
  const received: ReadBatch[] = []
  batches = received
  server = createServer(async (request, response) => {
    const batch = (await json(request).catch(() => undefined)) as ReadBatch | undefined
    if (!batch || received !== batches) return
    received.push(batch)
    const answer = answers.shift() ?? 200
    if (answer === 'nothing') request.socket.destroy()
    else response.writeHead(answer).end('{}')
    heard.resolve()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  server.close()
  server.closeAllConnections()
})

function reporting(options: { everyMs?: number; pauseMs?: number } = {}) {
  const counter = new ReadCounter({ sources: new ReadSources('https://bytewise.example') })
  const productApiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const log = {
    warn: (about: object) => {
      told.push(about)
      heard.resolve()
    },
  }
  const reporter = reportReads({ counter, productApiUrl, log, everyMs: never, ...options })
  const read = (slug: string) => {
    const request = { method: 'GET', rawHeaders: ['user-agent', firefox] } as unknown as IncomingMessage
    counter.count(request, `/article/${slug}`, 200)
    reporter.countedOne()
  }
  return { counter, reporter, read }
}

const untilBatches = (count: number) => until(() => batches.length >= count)
const untilTold = () => until(() => told.length > 0)

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    heard = Promise.withResolvers()
    await heard.promise
  }
}

const sums = () => batches.map(({ reads }) => reads.reduce((sum, each) => sum + each.reads + each.crawler_reads, 0))

test('reports repeatedly, and at the end the rest', async () => {
  const { reporter, read } = reporting({ everyMs: soon })
  for (let count = 0; count < 500; count++) read('lamps')
  await untilBatches(1)
  read('ships')
  await reporter.stop(5_000)
  expect(sums()).toEqual([500, 1])
  expect(batches[0]?.reads).toEqual([
    {
      ...{ slug: 'lamps', reads: 500, crawler_reads: 0, from: [{ source: 'direct', reads: 500 }] },
      ...{ began: 0, finished: 0, listens: 0, heard_seconds: 0 },
    },
  ])
})

test('reports immediately when a batch is full, and more than that in several batches', async () => {
  const { reporter, read } = reporting()
  for (let story = 0; story < 4_500; story++) read(`story-${story}`)
  await untilBatches(2)
  await reporter.stop(5_000)
  expect(sums().reduce((sum, each) => sum + each)).toBe(4_500)
  expect(Math.max(...batches.map(({ reads }) => reads.length))).toBe(2_000)
})

test('ends in time if nothing answers', async () => {
  answers = Array.from({ length: 100 }, () => 'nothing' as const)
  const { reporter, read } = reporting()
  read('lamps')
  await reporter.stop(12.34)
  expect(batches.length).toBeLessThan(2)
})

test.each([['nothing'], [503], [429]] as const)(
  'sends the same batch again after %s, and counts on',
  async (answer) => {
    answers = [answer]
    const { reporter, read } = reporting({ everyMs: soon })
    read('lamps')
    await untilBatches(1)
    read('lamps')
    await untilBatches(3)
    await reporter.stop(5_000)
    expect(batches[1]).toEqual(batches[0])
    expect(sums()).toEqual([1, 1, 1])
    expect(batches[2]?.batch).not.toBe(batches[0]?.batch)
  },
)

test.each([401, 403, 404, 405])('pauses after %d, and keeps the counts', async (status) => {
  answers = [status]
  const { counter, reporter, read } = reporting({ everyMs: soon, pauseMs: never })
  read('lamps')
  await untilTold()
  for (let story = 0; story < 3_000; story++) read(`story-${story}`)
  expect([batches.length, counter.size, told]).toEqual([1, 3_000, [{ status }]])
  await reporter.stop(5_000)
  expect(sums()).toEqual([1, 1, 2_000, 1_000])
})

test('drops a batch that is refused as wrong, and continues', async () => {
  answers = [400]
  const { reporter, read } = reporting({ everyMs: soon })
  read('lamps')
  await untilTold()
  read('ships')
  await reporter.stop(5_000)
  expect(batches.map(({ reads }) => reads[0]?.slug)).toEqual(['lamps', 'ships'])
  expect(told).toEqual([{ status: 400 }])
})
