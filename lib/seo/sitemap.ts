import { knownCategories } from '#contract/categories.ts'
import { contents } from '#contract/contents.ts'
import { paths } from '#contract/paths.ts'
import { publications } from '#contract/publications.ts'
import { tags } from '#contract/tags.ts'
import { callPublic } from '#lib/api/client.ts'
import { webEnv } from '#lib/env.ts'
import { absolute } from './site.ts'

const xml = { 'content-type': 'application/xml; charset=utf-8' }
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const blockSize = 5_000
const blocksInPart = 2

const pagesPart = 'pages'
const storiesPart = /^stories-([\w-]{1,300})$/
const firstStories = 'first'

/**
 * The sitemap index (sitemaps.org). A part's address names the cursor it starts after, so an address means the same
 * stories for ever and only the newest part grows; no part has to count the ones before it.
 */
export async function sitemapIndex(): Promise<Response> {
  const { body: parts } = await callPublic(contents.sitemapParts, {}, { dependsOn: [tags.sitemap] })
  const entries = parts.map(
    (part) =>
      `<sitemap><loc>${escapeXml(absolute(paths.sitemapPart(`stories-${part.after ?? firstStories}`)))}</loc><lastmod>${part.lastmod}</lastmod></sitemap>`,
  )
  const pages = `<sitemap><loc>${escapeXml(absolute(paths.sitemapPart(pagesPart)))}</loc></sitemap>`
  return new Response(
    `${declaration}<sitemapindex ${namespace}>\n${[pages, ...entries].join('\n')}\n</sitemapindex>\n`,
    { headers: xml },
  )
}

/** One sitemap file, streamed block by block; undefined for a name that is none. */
export async function sitemapPart(name: string): Promise<Response | undefined> {
  if (name === pagesPart) return pagesSitemap()
  const after = name.match(storiesPart)?.[1]
  if (after === undefined) return undefined
  const cursor = after === firstStories ? undefined : after
  // The first block before the answer begins: a wrong cursor must still be able to answer 404.
  const first = await block(cursor)
  return new Response(stream(first), { headers: xml })
}

type Block = { entries: { slug: string; lastmod: string }[]; nextCursor: string | undefined }

async function block(after: string | undefined): Promise<Block> {
  const answer = await callPublic(
    contents.sitemap,
    { query: { after, limit: blockSize } },
    { dependsOn: [tags.sitemap] },
  )
  return { entries: answer.body, nextCursor: answer.nextCursor }
}

function stream(first: Block): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  async function* chunks() {
    yield `${declaration}<urlset ${namespace}>\n`
    let current: Block = first
    for (let blocks = 1; ; blocks++) {
      yield current.entries.map((entry) => url(paths.article(entry.slug), entry.lastmod)).join('')
      if (!current.nextCursor || blocks === blocksInPart) break
      current = await block(current.nextCursor)
    }
    yield '</urlset>\n'
  }
  const made = chunks()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await made.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
}

async function pagesSitemap(): Promise<Response> {
  const { body: known } = await callPublic(publications.list, {}, { dependsOn: [tags.sitemap] })
  const addresses = [
    paths.home,
    paths.books,
    ...knownCategories(webEnv().PRODUCT_NAME)
      .filter((category) => category !== 'book_summary')
      .map(paths.category),
    ...known.map((publication) => paths.publication(publication.slug)),
    paths.sudoku,
    paths.subscribe,
    paths.about,
    paths.contact,
    paths.careers,
    paths.privacy,
    paths.userAgreement,
    paths.cookies,
  ]
  return new Response(
    `${declaration}<urlset ${namespace}>\n${addresses.map((path) => url(path)).join('')}</urlset>\n`,
    { headers: xml },
  )
}

function url(path: string, lastmod?: string): string {
  return `<url><loc>${escapeXml(absolute(path))}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}</url>\n`
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
}
