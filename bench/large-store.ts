import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import pg from 'pg'
import { runProduct } from '#scripts/run-product.ts'
import { fetchWhole, time } from './support/load.ts'
import type { Row } from './support/report.ts'

const stories = 100_000
const calls = 220
const pagesDeep = 40

type Store = { name: string; settings: { DATA_DIR: string; DATABASE_URL?: string } }

/** Pages that are in no cache, over 100,000 stories: the embedded database, and the native one where it answers. */
export async function largeStore(): Promise<Row[]> {
  const rows: Row[] = []
  for (const store of await stores()) rows.push(...(await measure(store)))
  return rows
}

async function stores(): Promise<Store[]> {
  const embedded: Store = { name: 'embedded', settings: { DATA_DIR: 'data-bench' } }
  if (!existsSync('data-bench')) seed(embedded)
  const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const url = new URL(server)
  url.pathname = '/bytewise_bench'
  const native: Store = { name: 'native', settings: { DATA_DIR: 'data-bench-native', DATABASE_URL: url.href } }
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
  } catch {
    return [embedded]
  }
  const { rowCount } = await client.query("select 1 from pg_database where datname = 'bytewise_bench'")
  if (rowCount === 0) {
    await client.query('create database bytewise_bench')
    seed(native)
  }
  await client.end()
  return [embedded, native]
}

function seed(store: Store): void {
  console.log(`seeding ${stories} stories (${store.name}) …`)
  const { status } = spawnSync(process.execPath, ['scripts/seed.ts', '--stories', String(stories)], {
    stdio: 'inherit',
    env: { ...process.env, ...store.settings },
  })
  if (status !== 0) throw new Error('seeding failed')
}

async function measure(store: Store): Promise<Row[]> {
  const product = await runProduct({
    PORT: 3411,
    PRODUCT_API_PORT: 4411,
    PAGE_CACHE_MB: 0,
    ...store.settings,
    SEARCH_LIMIT_PER_MINUTE: 1_000_000,
  })
  try {
    const { slugs, cursors } = await sample(product.url)
    const fetchAll = (paths: string[]) => paths.map((path) => () => fetchWhole(product.url + path))
    const words = [
      'government',
      'war',
      'treaty',
      'railway',
      'the people',
      'peace and commerce',
      'constitution law',
      'navy ships',
    ]
    const mistyped = ['goverment', 'tresury', 'comerce', 'presidant', 'republick', 'constitutoin']
    const many = (texts: string[]) => Array.from({ length: calls }, (_, index) => texts[index % texts.length] ?? '')
    const scenarios: [string, string[], string][] = [
      ['uncached article page', slugs.map((slug) => `/article/${slug}`), 'p95 < 100 ms'],
      ['uncached home page', many(['/']), 'p95 < 100 ms'],
      [
        'uncached list page',
        cursors.map((cursor) => `/articles/all?cursor=${encodeURIComponent(cursor)}`),
        'p95 < 100 ms',
      ],
      [
        'search page, rare and common words',
        many(words).map((text) => `/search?q=${encodeURIComponent(text)}`),
        'p95 < 100 ms',
      ],
      [
        'search call',
        many(words).map((text) => `/api/contents/search?limit=12&content=${encodeURIComponent(text)}`),
        'p95 < 50 ms',
      ],
      [
        'search call, mistyped',
        many(mistyped).map((text) => `/api/contents/search?limit=12&content=${encodeURIComponent(text)}`),
        'p95 < 50 ms',
      ],
      [
        'search call while typing (prefixes)',
        many(['go', 'gov', 'con', 'constit', 'pre', 'tr', 'nav', 'comm']).map(
          (text) => `/api/contents/search?limit=12&content=${text}`,
        ),
        'p95 < 50 ms',
      ],
    ]
    const rows: Row[] = []
    for (const [what, paths, target] of scenarios) {
      const { p50, p95, p99 } = await time(fetchAll(paths))
      rows.push({ what: `${what} (${store.name})`, result: `p50 ${p50} / p95 ${p95} / p99 ${p99} ms`, target })
    }
    return rows
  } finally {
    await product.stop()
  }
}

/** Slugs from all over the store, and the cursors of successive pages. */
async function sample(url: string): Promise<{ slugs: string[]; cursors: string[] }> {
  const slugs: string[] = []
  const cursors: string[] = []
  let path: string | undefined = '/api/contents?limit=12'
  while (path && cursors.length < calls) {
    const answer: Response = await fetch(url + path)
    const page = (await answer.json()) as { slug: string }[]
    slugs.push(...page.map(({ slug }) => slug))
    path = answer.headers.get('link')?.match(/<([^>]+)>/)?.[1]
    if (path) cursors.push(new URL(path, url).searchParams.get('cursor') ?? '')
  }
  return {
    slugs: slugs.filter((_, index) => index % Math.max(1, Math.floor(slugs.length / calls)) === 0).slice(0, calls),
    cursors: cursors.slice(pagesDeep),
  }
}
