import type { Server } from 'node:http'
import { paths } from '#contract/paths.ts'
import { sitemapIndex, sitemapPart } from '#lib/seo/sitemap.ts'
import type { Actor } from '#platform/context.ts'
import { addressOf, closeServer, listen } from '#platform/http/server.ts'
import { api, withApi } from '#testing/api.ts'
import { anAuthor } from '#testing/factories.ts'

const published = 12_001
const authors = 20
const allSlugs = Array.from({ length: published }, (_, index) => `story-${index + 1}`)
/** More than their list answers in one call. */
const gazettes = Array.from({ length: 1_201 }, (_, index) => `gazette-${index + 1}`)
const site = 'https://stories.example'

withApi()

let server: Server
const writers: Actor[] = []
let silent: Actor

beforeAll(async () => {
  server = await listen(api().app, { port: 0, host: '127.0.0.1' })
  Object.assign(process.env, { PRODUCT_API_URL: addressOf(server), PUBLIC_URL: site })
})
afterAll(() => closeServer(server, 0))

/** Stories by turns of the writers, five of them a moment, and one for every publication but one; someone else has only drafts and deleted ones. */
async function fill(): Promise<void> {
  for (let count = 0; count < authors; count++) writers.push(await anAuthor())
  silent = await anAuthor()
  await api().pool.query(
    `insert into publications (id, slug, name, owner_id, created_at)
     select gen_random_uuid(), slug, slug, $2, now() from unnest($1::text[]) as slug`,
    [[...gazettes, 'an-empty-one'], silent.id],
  )
  await insertStories({ from: 1, to: published, by: writers.map(({ id }) => id) })
  await api().pool.query(
    `update contents set publication_id = p.id from publications p
     where contents.slug = replace(p.slug, 'gazette-', 'story-')`,
  )
  await insertStories({ from: 20_001, to: 20_010, by: [silent.id], isDraft: true })
  await insertStories({ from: 30_001, to: 30_010, by: [silent.id], isDeleted: true })
}

async function insertStories(rows: {
  from: number
  to: number
  by: string[]
  isDraft?: boolean
  isDeleted?: boolean
}): Promise<void> {
  await api().pool.query(
    `insert into contents (id, slug, title, content, content_text, category, author_id, is_draft,
                           published_at, created_at, updated_at, deleted_at)
     select gen_random_uuid(), 'story-' || n, 'Story ' || n, '', '', 'fiction', ($3::uuid[])[1 + n % cardinality($3::uuid[])],
            $4, moment, moment, moment + interval '1 day', case when $5 then moment end
     from (select n, timestamptz '2020-01-01' + n / 5 * interval '1 minute' as moment from generate_series($1::int, $2::int) as n) as numbered`,
    [rows.from, rows.to, rows.by, rows.isDraft ?? false, rows.isDeleted ?? false],
  )
}

type File = { name: string; lastmod: string | undefined; entries: { path: string; lastmod: string | undefined }[] }

/** Everything that a crawler gets who starts at the index. */
async function crawl(): Promise<File[]> {
  const index = await (await sitemapIndex()).text()
  return read(
    elements(index, 'sitemap').map(({ path, lastmod }) => ({
      name: path.replace(/^\/sitemaps\/|\.xml$/g, ''),
      lastmod,
    })),
  )
}

async function read(files: Pick<File, 'name' | 'lastmod'>[]): Promise<File[]> {
  return Promise.all(
    files.map(async ({ name, lastmod }) => {
      const xml = (await (await sitemapPart(name))?.text()) ?? ''
      return { name, lastmod, entries: elements(xml, 'url') }
    }),
  )
}

function elements(xml: string, name: string): File['entries'] {
  return [...xml.matchAll(new RegExp(`<${name}><loc>([^<]+)</loc>(?:<lastmod>([^<]+)</lastmod>)?</${name}>`, 'g'))].map(
    ([, url = '', lastmod]) => {
      expect(url.startsWith(site)).toBe(true)
      return { path: url.slice(site.length), lastmod }
    },
  )
}

const pathsOf = (files: File[], start: string) =>
  files.flatMap(({ entries }) => entries.map(({ path }) => path)).filter((path) => path.startsWith(start))

// One test, because it takes a while to fill a store; longer if the machine is busy.
const fillingMs = 180_000

test(
  'the files of the sitemap hold every story and every author with one, each once',
  async () => {
    await fill()
    const files = await crawl()
    expectEach(pathsOf(files, '/article/'), allSlugs.map(paths.article))
    expectEach(
      pathsOf(files, '/profile/'),
      writers.map(({ id }) => paths.profile(id)),
    )
    expectEach(pathsOf(files, '/publication/'), gazettes.map(paths.publication))
    expectTrueDates(files)
    expect(files.map(({ entries }) => entries.length)).toEqual([expect.any(Number), 10_000 + authors, 2_001])

    await api().pool.query("update contents set title = 'Edited', updated_at = now() where slug = 'story-17'")
    const edited = await crawl()
    expectTrueDates(edited)
    expect(edited.map(({ name }) => name)).toEqual(files.map(({ name }) => name))
    expect(edited[1]?.lastmod).not.toBe(files[1]?.lastmod)

    // Stories come and go in the middle, and a crawler still reads the files of the index from before.
    await api().pool.query("update contents set deleted_at = now() where slug in ('story-1', 'story-17', 'story-9999')")
    await api().pool.query("update contents set is_draft = false where slug = 'story-20001'")
    const slugs = [...allSlugs.filter((slug) => !['story-1', 'story-17', 'story-9999'].includes(slug)), 'story-20001']
    const crawled = await crawl()
    expectTrueDates(crawled)
    for (const later of [await read(files), crawled]) {
      expectEach(pathsOf(later, '/article/'), slugs.map(paths.article))
      expectEach(
        pathsOf(later, '/profile/'),
        [...writers, silent].map(({ id }) => paths.profile(id)),
      )
    }
  },
  fillingMs,
)

function expectEach(found: string[], expected: string[]): void {
  expect(found).toHaveLength(expected.length)
  expect(new Set(found)).toEqual(new Set(expected))
}

/** A file of stories was last changed when the newest of them was. */
function expectTrueDates(files: File[]): void {
  for (const { name, lastmod, entries } of files.filter((file) => file.name !== 'pages')) {
    const newest = entries
      .map((entry) => entry.lastmod ?? '')
      .sort()
      .at(-1)
    expect({ name, lastmod }).toEqual({ name, lastmod: newest })
  }
}
