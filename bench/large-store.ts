import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import pg from 'pg'
import { runProduct } from '#scripts/run-product.ts'
import { fetchWhole, type Percentiles, percentilesOf, time, timeSideBySide } from './support/load.ts'
import { nativeDatabase } from './support/native-server.ts'
import type { Row } from './support/report.ts'
import { admin, send, signIn } from './support/signed-in.ts'

const calls = 220
const readers = 16
const pageTarget = 'p95 < 100 ms'
const searchTarget = 'p95 < 50 ms'

/** Uncached pages over 100,000 stories: the embedded database, and the native one if it answers. */
export async function largeStore(): Promise<Row[]> {
  const native = await nativeStore('bytewise_bench', 100_000)
  const rows = await measure(embeddedStore(100_000))
  return native ? [...rows, ...(await measure(native))] : rows
}

/** The same over 1,000 to 1,000,000 stories, one store after the other, in the native database. */
export async function growth(): Promise<Row[]> {
  const rows: Row[] = []
  for (const stories of [1_000, 10_000, 100_000, 1_000_000]) {
    const store = await nativeStore(stories === 100_000 ? 'bytewise_bench' : `bytewise_bench_${stories}`, stories)
    if (!store) throw new Error('It needs a PostgreSQL server: set TEST_DATABASE_URL')
    rows.push(...(await measure({ ...store, name: `${stories} stories` })))
  }
  return rows
}

async function measure(store: SeededStore): Promise<Row[]> {
  const product = await runProduct({
    PORT: 3411,
    PRODUCT_API_PORT: 4411,
    PAGE_CACHE_MB: 0,
    ...store.settings,
    SEARCH_LIMIT_PER_MINUTE: 1_000_000,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  })
  const fetchAll = (paths: string[]) => paths.map((path) => () => fetchWhole(product.url + path))
  const rows: Row[] = []
  const add = (what: string, result: string, target: string) =>
    rows.push({ what: `${what} (${store.name})`, result, target })
  try {
    // The first queries: what a first reader waits for.
    const firsts = await time(fetchAll(['war', 'treaty', 'goverment', 'gov'].map(searchFor)), 0)
    add('the first four searches after a start, the slowest', `${firsts.p99} ms`, '')
    const known = await uncachedCalls(product.url)
    for (const [what, paths, target] of oneAfterTheOther(known)) add(what, say(await time(fetchAll(paths))), target)
    add('a change of a published story', say(await timeChanges(product.url, known.ids)), pageTarget)
    if (store.settings.DATABASE_URL) {
      const edited = await timeAfterEdits(store.settings.DATABASE_URL, () => fetchWhole(`${product.url}/sitemap.xml`))
      add('uncached sitemap index after an edit', say(edited), pageTarget)
    }
    for (const [what, paths] of sideBySide(known)) {
      const { perSecond, ...took } = await timeSideBySide(fetchAll(paths), { readers, warmUp: paths.length / 4 })
      add(`${what}, ${readers} readers side by side`, `${perSecond} a second, ${say(took)}`, '200 a second')
    }
    return rows
  } finally {
    await product.stop()
  }
}

const searchFor = (text: string) => `/api/contents/search?limit=12&content=${text}`

function oneAfterTheOther(known: UncachedCalls): [string, string[], string][] {
  const spread = (paths: string[]) => {
    const step = Math.max(1, Math.floor(paths.length / calls))
    return paths.filter((_, index) => index % step === 0).slice(0, calls)
  }
  const repeated = (paths: string[]) => Array.from({ length: calls }, (_, index) => paths[index % paths.length] ?? '')
  return [
    ['uncached article page', spread(known.articles), pageTarget],
    ['uncached home page', repeated(['/']), pageTarget],
    ['uncached list page', spread(known.lists), pageTarget],
    ['uncached sitemap index', repeated(['/sitemap.xml']), pageTarget],
    ['uncached sitemap file of 10,000 stories', repeated(known.sitemapFiles), pageTarget],
    ['search page, rare and common words', repeated(known.searchPages), pageTarget],
    ['search call', repeated(known.searchCalls), searchTarget],
    ['search call, words in nearly every story', repeated(known.commonCalls), searchTarget],
    ['search call, mistyped', repeated(known.mistypedCalls), searchTarget],
    ['search call while typing (prefixes)', repeated(known.prefixCalls), searchTarget],
  ]
}

/** Each page once: two simultaneous requests for the same page would share one answer. */
function sideBySide(known: UncachedCalls): [string, string[]][] {
  return [
    ['uncached article pages', known.articles],
    ['uncached list pages', known.lists],
  ]
}

/** A published story gets another title, which all pages that show it must not have from then on; each time another one. */
async function timeChanges(url: string, ids: string[]): Promise<Percentiles> {
  const cookie = await signIn(url, admin)
  const change = (id: string, place: number) => () =>
    send('PUT', `${url}/api/contents/${id}`, cookie, { title: `Changed title ${place}`, isDraft: false })
  return time(ids.slice(0, calls).map(change))
}

/** The sitemap's index, each time after another story was edited, anywhere in the store. */
async function timeAfterEdits(database: string, askForIndex: () => Promise<unknown>): Promise<Percentiles> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const took: number[] = []
  try {
    for (let edit = 0; edit < 100; edit++) {
      await client.query(
        `update contents set updated_at = now()
         where id = (select after_id from sitemap_parts where after_at > '-infinity' order by random() limit 1)`,
      )
      const startedAt = performance.now()
      await askForIndex()
      took.push(performance.now() - startedAt)
    }
  } finally {
    await client.end()
  }
  return percentilesOf(took)
}

function say({ p50, p95, p99 }: Percentiles): string {
  return `p50 ${p50} / p95 ${p95} / p99 ${p99} ms`
}

/** A store with many stories in it, and the settings with which the product opens it. */
export type SeededStore = { name: string; settings: { DATA_DIR: string; DATABASE_URL?: string } }

/** The embedded database in `data-bench`, seeded the first time. */
export function embeddedStore(stories: number): SeededStore {
  const store = { name: 'embedded', settings: { DATA_DIR: 'data-bench' } }
  if (!existsSync('data-bench')) seed(store, stories)
  return store
}

/** A native database of this name, seeded the first time; undefined if no server answers. */
export async function nativeStore(database: string, stories: number): Promise<SeededStore | undefined> {
  const native = await nativeDatabase(database)
  if (!native) return undefined
  const store = { name: 'native', settings: { DATA_DIR: 'data-bench-native', DATABASE_URL: native.url } }
  if (native.isNew) seed(store, stories)
  return store
}

function seed(store: SeededStore, stories: number): void {
  console.log(`seeding ${stories} stories (${store.name}) …`)
  const { status } = spawnSync(process.execPath, ['scripts/seed.ts', '--stories', String(stories)], {
    stdio: 'inherit',
    env: { ...process.env, ...store.settings },
  })
  if (status !== 0) throw new Error('seeding failed')
}

const samplesMost = 1_800
const pagesDeep = 40

const words = [
  ...['government', 'war', 'treaty', 'railway', 'the people', 'peace and commerce', 'constitution law', 'navy ships'],
]
const common = ['the', 'a', 'of the', 'the government', 'government people', 'the treaty', 'people -government']
const mistyped = ['goverment', 'tresury', 'comerce', 'presidant', 'republick', 'constitutoin']
const beginnings = ['go', 'gov', 'con', 'constit', 'pre', 'tr', 'nav', 'comm']

const searchPage = (text: string) => `/search?q=${encodeURIComponent(text)}`
const searchCall = (text: string) => `/api/contents/search?limit=12&content=${encodeURIComponent(text)}`

/** The requested paths, by kind, and the ids of the articles. */
type UncachedCalls = Record<
  | 'ids'
  | 'articles'
  | 'lists'
  | 'sitemapFiles'
  | 'searchPages'
  | 'searchCalls'
  | 'commonCalls'
  | 'mistypedCalls'
  | 'prefixCalls',
  string[]
>

/** Stories from all over the store, the lists behind successive cursors, and searches. */
async function uncachedCalls(url: string): Promise<UncachedCalls> {
  const slugs: string[] = []
  const ids: string[] = []
  const cursors: string[] = []
  let path: string | undefined = '/api/contents?limit=100'
  while (path && slugs.length < samplesMost) {
    const answer: Response = await fetch(url + path)
    for (const { slug, _id } of (await answer.json()) as { slug: string; _id: string }[]) {
      slugs.push(slug)
      ids.push(_id)
    }
    path = nextOf(answer)
  }
  path = '/api/contents?limit=12'
  while (path && cursors.length < samplesMost / 4) {
    const answer: Response = await fetch(url + path)
    await answer.arrayBuffer()
    path = nextOf(answer)
    if (path) cursors.push(new URL(path, url).searchParams.get('cursor') ?? '')
  }
  const index = await (await fetch(`${url}/sitemap.xml`)).text()
  const files = [...index.matchAll(/<loc>[^<]*(\/sitemaps\/stories-[^<]+)<\/loc>/g)].map(([, file = '']) => file)
  return {
    ids,
    // The newest one is not full.
    sitemapFiles: files.slice(0, -1),
    articles: slugs.map((slug) => `/article/${slug}`),
    lists: cursors.slice(pagesDeep).map((cursor) => `/articles/all?cursor=${encodeURIComponent(cursor)}`),
    searchPages: words.map(searchPage),
    searchCalls: words.map(searchCall),
    commonCalls: common.map(searchCall),
    mistypedCalls: mistyped.map(searchCall),
    prefixCalls: beginnings.map(searchCall),
  }
}

function nextOf(answer: Response): string | undefined {
  return answer.headers.get('link')?.match(/<([^>]+)>/)?.[1]
}
