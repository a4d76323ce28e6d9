import { knownCategories } from '#contract/categories.ts'
import { filePaths } from '#contract/file-paths.ts'
import { paths } from '#contract/paths.ts'
import type { Publication } from '#contract/publications.ts'
import { sitemapPartSize } from '#contract/stories.ts'
import { read } from '#lib/api/read.ts'
import { webEnv } from '#lib/env.ts'
import { absolute } from './site.ts'
import { escapeXml } from './xml.ts'

const headers = { 'content-type': 'application/xml; charset=utf-8' }
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const blockSize = 5_000
/** A file has the stories of one part; up to twice as many if it grew since it was cut: 50,000 addresses. */
const storiesMost = 2 * sitemapPartSize

const publicationsMost = 49_000

const pagesPart = 'pages'
const storiesPart = /^stories-(first|[\w-]{1,300})(?:\.([\w-]{1,300}))?$/
const firstStories = 'first'

type Entry = { path: string; lastmod?: string }

/**
 * The sitemap index (sitemaps.org). A file's address names the stories that it begins after and ends with, so an address
 * means the same stretch for ever and only the newest file grows.
 */
export async function sitemapIndex(): Promise<Response> {
  const { body: parts } = await read('GET /contents/sitemap/parts')
  const files = parts.map(({ after, until, lastmod }) => ({
    path: filePaths.sitemapPart(`stories-${after ?? firstStories}${until ? `.${until}` : ''}`),
    lastmod,
  }))
  return answer('sitemapindex', 'sitemap', [{ path: filePaths.sitemapPart(pagesPart) }, ...files])
}

/** One sitemap file; undefined for a name that is none. */
export async function sitemapPart(name: string): Promise<Response | undefined> {
  if (name === pagesPart) return answer('urlset', 'url', await pages())
  const [, after, until] = name.match(storiesPart) ?? []
  if (after === undefined) return undefined
  return answer('urlset', 'url', await storiesAndAuthors(after === firstStories ? undefined : after, until))
}

/** Every story of a part, and before the first story of an author the author's page. */
async function storiesAndAuthors(after: string | undefined, until: string | undefined): Promise<Entry[]> {
  const entries: Entry[] = []
  let cursor = after
  for (let asked = 0; asked < storiesMost; asked += blockSize) {
    const { body, nextCursor } = await read('GET /contents/sitemap', { query: { cursor, until, limit: blockSize } })
    for (const { slug, lastmod, author_uuid } of body) {
      // Without a date: a profile shows more than its stories.
      if (author_uuid) entries.push({ path: paths.profile(author_uuid) })
      entries.push({ path: paths.article(slug), lastmod })
    }
    if (!nextCursor) break
    cursor = nextCursor
  }
  return entries
}

async function pages(): Promise<Entry[]> {
  const known = await allPublications()
  return [
    paths.home,
    ...knownCategories(webEnv().PRODUCT_NAME).map(paths.category),
    ...known.map((publication) => paths.publication(publication.slug)),
    paths.sudoku,
    paths.subscribe,
    paths.newsletters,
    paths.about,
    paths.contact,
    paths.careers,
    paths.privacy,
    paths.userAgreement,
    paths.cookies,
  ].map((path) => ({ path }))
}

/** Those with stories, as many as fit into a file beside the other pages. */
async function allPublications(): Promise<Publication[]> {
  const known: Publication[] = []
  let cursor: string | undefined
  do {
    const { body, nextCursor } = await read('GET /publications', { query: { cursor } })
    known.push(...body)
    cursor = nextCursor
  } while (cursor && known.length < publicationsMost)
  return known
}

function answer(root: 'sitemapindex' | 'urlset', element: 'sitemap' | 'url', entries: Entry[]): Response {
  const lines = entries.map(({ path, lastmod }) => {
    const changed = lastmod ? `<lastmod>${escapeXml(lastmod)}</lastmod>` : ''
    return `<${element}><loc>${escapeXml(absolute(path))}</loc>${changed}</${element}>\n`
  })
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${namespace}>\n${lines.join('')}</${root}>\n`
  return new Response(xml, { headers })
}
