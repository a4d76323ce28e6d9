import { fork } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProduct } from '#scripts/run-product.ts'
import { load } from './support/load.ts'
import type { Row } from './support/report.ts'

const rounds = 4
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
    for (const encoding of ['br', 'identity']) {
      const bare = await bareServer(await bytesOf(page, encoding))
      const ours: number[] = []
      const theirs: number[] = []
      let p99Ms = 0
      for (let round = 0; round < rounds; round++) {
        theirs.push((await load(bare.url, secondsEach)).perSecond)
        const measured = await load(page, secondsEach, { 'accept-encoding': encoding })
        ours.push(measured.perSecond)
        p99Ms = Math.max(p99Ms, measured.p99Ms)
      }
      bare.stop()
      rows.push({
        what: `cached article page, ${encoding === 'br' ? 'brotli' : 'plain'} (${bare.bytes} bytes), against bare node:http`,
        result: `${(mean(ours) / mean(theirs)).toFixed(2)} (${Math.round(mean(ours))}/s against ${Math.round(mean(theirs))}/s, p99 ${p99Ms} ms)`,
        target: '≥ 0.8',
      })
    }
    return rows
  } finally {
    await product.stop()
  }
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The bytes as they go over the line: fetch would unpack them. */
function bytesOf(url: string, encoding: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const call = request(url, { headers: { 'accept-encoding': encoding } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => resolve(Buffer.concat(chunks)))
    })
    call.on('error', reject)
    call.end()
  })
}

async function bareServer(body: Buffer): Promise<{ url: string; bytes: number; stop: () => void }> {
  const child = fork('bench/support/bare-server.ts', { serialization: 'advanced' })
  const port = await new Promise<number>((resolve) => {
    child.once('message', (message) => resolve(message as number))
    child.send(body)
  })
  return { url: `http://localhost:${port}/`, bytes: body.length, stop: () => child.kill() }
}
