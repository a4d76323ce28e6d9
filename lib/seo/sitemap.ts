import { slugsOf } from '#contract/categories.ts'
import { filePaths } from '#contract/file-paths.ts'
import { paths } from '#contract/paths.ts'
import type { Publication } from '#contract/publications.ts'
import { type SitemapEntry, sitemapPartSize } from '#contract/stories.ts'
import { read } from '#lib/api/read.ts'
import { site } from '#lib/site.ts'
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

/**
 * The sitemap index (sitemaps.org). A file's address names the stories that it begins after and ends with, so an address
 * means the same stretch for ever and only the newest file grows.
 */
export async function sitemapIndex(): Promise<Response> {
  const { body: parts } = await read('GET /contents/sitemap/parts')
  const files = parts.map(({ after, until, lastmod }) => {
    const path = filePaths.sitemapPart(`stories-${after ?? firstStories}${until ? `.${until}` : ''}`)
    return entry('sitemap', path, lastmod)
  })
  return answer('sitemapindex', [entry('sitemap', filePaths.sitemapPart(pagesPart)), ...files])
}

/** One sitemap file; undefined for a name that is none. */
export async function sitemapPart(name: string): Promise<Response | undefined> {
  if (name === pagesPart) return answer('urlset', await pages())
  const [, after, until] = name.match(storiesPart) ?? []
  if (after === undefined) return undefined
  return answer('urlset', await storiesAndAuthors(after === firstStories ? undefined : after, until))
}

/** Every story of a part, and before the first story of an author the author's page. */
async function storiesAndAuthors(after: string | undefined, until: string | undefined): Promise<string[]> {
  const written: string[] = []
  const ask = (cursor: string | undefined) =>
    read('GET /contents/sitemap', { query: { cursor, until, limit: blockSize } })
  let block = ask(after)
  for (let asked = blockSize; ; asked += blockSize) {
    const { body, nextCursor } = await block
    const goesOn = nextCursor !== undefined && asked < storiesMost
    // The product API reads the next block while this one is written.
    if (goesOn) block = ask(nextCursor)
    // Joined block by block: ten thousand short strings are dear to collect.
    written.push(body.map(storyAndAuthor).join(''))
    if (!goesOn) return written
  }
}

function storyAndAuthor({ slug, lastmod, author_uuid }: SitemapEntry): string {
  const story = entry('url', paths.article(slug), lastmod)
  // Without a date: a profile shows more than its stories.
  return author_uuid ? entry('url', paths.profile(author_uuid)) + story : story
}

async function pages(): Promise<string[]> {
  const known = await allPublications()
  return [
    paths.home,
    ...slugsOf(site().categories).map(paths.category),
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
  ].map((path) => entry('url', path))
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

function entry(element: 'sitemap' | 'url', path: string, lastmod?: string): string {
  const changed = lastmod ? `<lastmod>${escapeXml(lastmod)}</lastmod>` : ''
  return `<${element}><loc>${escapeXml(absolute(path))}</loc>${changed}</${element}>\n`
}

function answer(root: 'sitemapindex' | 'urlset', entries: string[]): Response {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${namespace}>\n${entries.join('')}</${root}>\n`
  return new Response(xml, { headers })
}
