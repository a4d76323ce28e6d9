import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { figureRanges } from '#contract/dashboard.ts'
import { readsMost } from '#contract/reads.ts'
import { runProduct } from '#scripts/run-product.ts'
import { time } from './support/load.ts'
import { nativeDatabase } from './support/native-server.ts'
import type { Row } from './support/report.ts'
import { seedDashboard } from './support/seed-dashboard.ts'
import { admin, signIn } from './support/signed-in.ts'

const people = 1_000_000
const stories = 20_000
const readDays = 50
const calls = 120
const target = 'p95 < 200 ms'

/** The dashboard over a million accounts, subscribers and days of stories: its calls and its page, and a batch of reads. */
export async function dashboard(): Promise<Row[]> {
  const native = await nativeDatabase('bytewise_bench_dashboard', { isFresh: true })
  if (!native) throw new Error('A million accounts need a PostgreSQL server: set TEST_DATABASE_URL')
  const store = { dataDir: mkdtempSync(join(tmpdir(), 'bench-')), databaseUrl: native.url }
  const movedMs = await seedDashboard(store, { people, stories, readDays })
  const product = await runProduct({
    PORT: 3422,
    PRODUCT_API_PORT: 4422,
    DATA_DIR: store.dataDir,
    DATABASE_URL: store.databaseUrl,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  })
  try {
    const cookie = await signIn(product.url, admin)
    const asked = async (path: string, ranges: readonly number[] = figureRanges): Promise<string> => {
      const each = Array.from({ length: calls }, (_, index) => async () => {
        const days = ranges[index % ranges.length]
        const answer = await fetch(`${product.url}${path}?days=${days}`, { headers: { cookie } })
        const text = await answer.text()
        if (!answer.ok || /Preparing the page/.test(text)) throw new Error(`${path}: ${answer.status}`)
      })
      const { p50, p95 } = await time(each)
      return `p50 ${p50} / p95 ${p95} ms`
    }
    return [
      { what: 'figures, all ranges', result: await asked('/api/dashboard/figures'), target },
      { what: 'top stories, all ranges', result: await asked('/api/dashboard/top-stories'), target },
      { what: 'the page, all ranges', result: await asked('/admin-dashboard'), target },
      { what: 'the page of a year', result: await asked('/admin-dashboard', [364]), target },
      { what: `a batch of reads of ${readsMost.toLocaleString('en')} stories`, result: await batches(product.apiUrl) },
      { what: 'the sums of the last days move on by a day', result: `${movedMs} ms` },
    ]
  } finally {
    await product.stop()
  }
}

async function batches(apiUrl: string): Promise<string> {
  const slugs = Array.from({ length: readsMost }, (_, place) => `read-${1 + place * 7}`)
  const report = async () => {
    const reads = slugs.map((slug) => ({ slug, reads: 3, crawler_reads: 1 }))
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ batch: randomUUID(), reads })
    const answer = await fetch(`${apiUrl}/contents/reads`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`reads: ${answer.status} ${await answer.text()}`)
  }
  const { p50, p95 } = await time(
    Array.from({ length: 30 }, () => report),
    5,
  )
  return `p50 ${p50} / p95 ${p95} ms`
}
