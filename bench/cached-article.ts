import { fork } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProduct } from '#scripts/run-product.ts'
import { load } from './support/load.ts'
import type { Row } from './support/report.ts'

const rounds = 3
const secondsEach = 4

/** A kept article page against a bare node:http server of the same bytes, turn by turn in one run. */
export async function cachedArticle(): Promise<Row[]> {
  const product = await runProduct({
    PORT: 3410,
    PRODUCT_API_PORT: 4410,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'bench-')),
  })
  try {
    const [story] = (await (await fetch(`${product.url}/api/contents?limit=1`)).json()) as { slug: string }[]
    const page = `${product.url}/article/${story?.slug}`
    await fetch(page)
    const rows: Row[] = []
    for (const encoding of ['br', 'identity']) rows.push(...(await compare(page, encoding)))
    return rows
  } finally {
    await product.stop()
  }
}

/** Turn by turn: a bare server of the whole answer, one of its body with two headers only, and the page itself. */
async function compare(page: string, encoding: string): Promise<Row[]> {
  const answer = await answerOf(page, encoding)
  const { 'content-type': type } = answer.headers
  const same = await bareServer(answer)
  const bodyOnly = await bareServer({ ...answer, headers: { 'content-type': type } })
  const perSecond = { page: 0, same: 0, bodyOnly: 0 }
  let p99Ms = 0
  for (let round = 0; round < rounds; round++) {
    perSecond.same += (await load(same.url, secondsEach)).perSecond / rounds
    const measured = await load(page, secondsEach, { 'accept-encoding': encoding })
    perSecond.page += measured.perSecond / rounds
    p99Ms = Math.max(p99Ms, measured.p99Ms)
    perSecond.bodyOnly += (await load(bodyOnly.url, secondsEach)).perSecond / rounds
  }
  same.stop()
  bodyOnly.stop()
  const what = `cached article page, ${encoding === 'br' ? 'brotli' : 'plain'} (${answer.body.length} bytes), against bare node:http`
  const ratio = (bare: number) =>
    `${(perSecond.page / bare).toFixed(2)} (${Math.round(perSecond.page)}/s against ${Math.round(bare)}/s, p99 ${p99Ms} ms)`
  return [
    { what: `${what} of the same bytes`, result: ratio(perSecond.same), target: '≥ 0.8' },
    { what: `${what} of the body with two headers`, result: ratio(perSecond.bodyOnly) },
  ]
}

type Answer = { headers: Record<string, unknown>; body: Buffer }

/** The answer as it goes over the line: fetch would unpack it. */
function answerOf(url: string, encoding: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(url, { headers: { 'accept-encoding': encoding } }, (answer) => {
      const chunks: Buffer[] = []
      const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...headers } = answer.headers
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => resolve({ headers, body: Buffer.concat(chunks) }))
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
