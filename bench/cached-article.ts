import { fork } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runProduct } from '#scripts/run-product.ts'
import { type Load, load, middleOf } from './support/load.ts'
import type { Row } from './support/report.ts'

const starts = 3
const rounds = 4
const secondsEach = 3
/** A process that has rendered a few hundred pages is slower at everything. */
const rendersBefore = 1_000
const rendersAtOnce = 8

type Turn = 'page' | 'same' | 'bodyOnly'
type Round = Record<Turn, Load>

/**
 * A cached article page against bare node:http servers, turn by turn in one run, after a thousand renders: one of the same
 * bytes, one of the body with two headers only; and a page that the reader has already, against the same headers. Each round is compared in itself and goes the other way round than the one before, all servers
 * are started again now and then, and the middle of the ratios counts: on a small machine one start is a third faster
 * than the next by chance, and so is one second.
 */
export async function cachedArticle(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const measured: Record<string, Round[]> = { brotli: [], plain: [], 'not modified': [] }
  const bytes: Record<string, number> = {}
  for (let start = 0; start < starts; start++) {
    const product = await runProduct({
      ...{ PORT: 3410, PRODUCT_API_PORT: 4410, DATA_DIR: dataDir },
      SEARCH_LIMIT_PER_MINUTE: 1_000_000,
    })
    try {
      const [story] = (await (await fetch(`${product.url}/api/contents?limit=1`)).json()) as { slug: string }[]
      const page = `${product.url}/article/${story?.slug}`
      await renderMany(product.url)
      const etag = (await fetch(page)).headers.get('etag') ?? ''
      for (const [what, headers] of Object.entries<Record<string, string>>({
        brotli: { 'accept-encoding': 'br' },
        plain: { 'accept-encoding': 'identity' },
        'not modified': { 'accept-encoding': 'br', 'if-none-match': etag },
      })) {
        const answer = await settledAnswer(page, headers)
        bytes[what] = answer.body.length
        measured[what]?.push(...(await measure(page, headers, answer)))
      }
    } finally {
      await product.stop()
    }
  }
  return Object.entries(measured).flatMap(([what, rounds]) => report(what, bytes[what] ?? 0, rounds))
}

/** Searches are rendered each time; each is another one, so that the product API's answers differ too. */
async function renderMany(url: string): Promise<void> {
  let left = rendersBefore
  const one = async () => {
    while (left-- > 0) await (await fetch(`${url}/search?q=the+${left}`)).arrayBuffer()
  }
  await Promise.all(Array.from({ length: rendersAtOnce }, one))
}

async function measure(page: string, headers: Record<string, string>, answer: Answer): Promise<Round[]> {
  const { 'content-type': type } = answer.headers
  const same = await bareServer(answer)
  const bodyOnly = await bareServer({ ...answer, headers: type === undefined ? {} : { 'content-type': type } })
  const urls: Record<Turn, string> = { page, same: same.url, bodyOnly: bodyOnly.url }
  const measured: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const loads: Partial<Round> = {}
    const order: Turn[] = ['same', 'page', 'bodyOnly']
    for (const turn of round % 2 ? order.toReversed() : order)
      loads[turn] = await load(urls[turn], secondsEach, headers)
    // All of them are fast only after a while.
    if (round > 0) measured.push(loads as Round)
  }
  same.stop()
  bodyOnly.stop()
  return measured
}

function report(kind: string, bytes: number, measured: Round[]): Row[] {
  const perSecond = (turn: Turn) => Math.round(middleOf(measured.map((loads) => loads[turn].perSecond)))
  const p99Ms = middleOf(measured.map(({ page }) => page.p99Ms))
  const what = `cached article page, ${kind} (${bytes} bytes), against bare node:http`
  const result = (bare: Turn) => {
    const ratio = middleOf(measured.map((loads) => loads.page.perSecond / loads[bare].perSecond))
    return `${ratio.toFixed(2)} (${perSecond('page')}/s against ${perSecond(bare)}/s, p99 ${p99Ms} ms)`
  }
  return [
    { what: `${what} of the same bytes`, result: result('same'), target: '≥ 0.95' },
    { what: `${what} of the body with two headers`, result: result('bodyOnly') },
  ]
}

type Answer = { status: number; headers: Record<string, unknown>; body: Buffer }

/** The answer once its smallest copy has taken the place of the first one. */
async function settledAnswer(url: string, headers: Record<string, string>): Promise<Answer> {
  let answer = await answerOf(url, headers)
  for (;;) {
    await pause(1_000)
    const again = await answerOf(url, headers)
    if (again.body.length === answer.body.length) return again
    answer = again
  }
}

/** The answer as it goes over the line: fetch would unpack it. */
function answerOf(url: string, given: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(url, { headers: given }, (answer) => {
      const chunks: Buffer[] = []
      const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...headers } = answer.headers
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers, body: Buffer.concat(chunks) }))
    })
    call.on('error', reject)
    call.end()
  })
}

async function bareServer(answer: Answer): Promise<{ url: string; stop: () => void }> {
  const child = fork('bench/support/bare-server.ts', { serialization: 'advanced' })
  const port = await new Promise<number>((resolve) => {
    child.once('message', (message) => resolve(message as number))
    child.send(answer)
  })
  return { url: `http://localhost:${port}/`, stop: () => child.kill() }
}
