import { fork } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProduct } from '#scripts/run-product.ts'
import { type Load, load, middleOf } from './support/load.ts'
import type { Row } from './support/report.ts'

const starts = 3
const rounds = 4
const secondsEach = 3

type Turn = 'page' | 'same' | 'bodyOnly'
type Round = Record<Turn, Load>

/**
 * A cached article page against bare node:http servers, turn by turn in one run: one of the same bytes, one of the body
 * with two headers only. Each round is compared in itself and goes the other way round than the one before, all servers
 * are started again now and then, and the middle of the ratios counts: on a small machine one start is a third faster
 * than the next by chance, and so is one second.
 */
export async function cachedArticle(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const measured = { br: [] as Round[], identity: [] as Round[] }
  const bytes = { br: 0, identity: 0 }
  for (let start = 0; start < starts; start++) {
    const product = await runProduct({ PORT: 3410, PRODUCT_API_PORT: 4410, DATA_DIR: dataDir })
    try {
      const [story] = (await (await fetch(`${product.url}/api/contents?limit=1`)).json()) as { slug: string }[]
      const page = `${product.url}/article/${story?.slug}`
      await fetch(page)
      for (const encoding of ['br', 'identity'] as const) {
        const answer = await answerOf(page, encoding)
        bytes[encoding] = answer.body.length
        measured[encoding].push(...(await measure(page, encoding, answer)))
      }
    } finally {
      await product.stop()
    }
  }
  return [...report('brotli', bytes.br, measured.br), ...report('plain', bytes.identity, measured.identity)]
}

async function measure(page: string, encoding: string, answer: Answer): Promise<Round[]> {
  const { 'content-type': type } = answer.headers
  const same = await bareServer(answer)
  const bodyOnly = await bareServer({ ...answer, headers: { 'content-type': type } })
  const urls: Record<Turn, string> = { page, same: same.url, bodyOnly: bodyOnly.url }
  const measured: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const loads: Partial<Round> = {}
    const order: Turn[] = ['same', 'page', 'bodyOnly']
    for (const turn of round % 2 ? order.toReversed() : order)
      loads[turn] = await load(urls[turn], secondsEach, { 'accept-encoding': encoding })
    // All of them are fast only after a while.
    if (round > 0) measured.push(loads as Round)
  }
  same.stop()
  bodyOnly.stop()
  return measured
}

function report(encoding: string, bytes: number, measured: Round[]): Row[] {
  const perSecond = (turn: Turn) => Math.round(middleOf(measured.map((loads) => loads[turn].perSecond)))
  const p99Ms = middleOf(measured.map(({ page }) => page.p99Ms))
  const what = `cached article page, ${encoding} (${bytes} bytes), against bare node:http`
  const result = (bare: Turn) => {
    const ratio = middleOf(measured.map((loads) => loads.page.perSecond / loads[bare].perSecond))
    return `${ratio.toFixed(2)} (${perSecond('page')}/s against ${perSecond(bare)}/s, p99 ${p99Ms} ms)`
  }
  return [
    { what: `${what} of the same bytes`, result: result('same'), target: '≥ 0.9' },
    { what: `${what} of the body with two headers`, result: result('bodyOnly') },
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
