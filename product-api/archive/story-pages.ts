import type pg from 'pg'
import { parseUploadAddress } from '#contract/uploaded-pictures.ts'
import { escapeHtml } from '#story-html/escape-html.ts'
import type { ArchivedFile } from './journal.ts'
import { readLines } from './read-rows.ts'

/** A page of an archive that a browser opens without any server. */
export type Page = { name: string; html: string; isStory: boolean }

async function findColumns(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname::text as name from pg_attribute
     where attrelid = 'contents'::regclass and attname = any($1) and not attisdropped`,
    [laterColumns],
  )
  return rows.map(({ name }) => name)
}

/** The number of published stories. */
export async function countPublished(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from contents where not is_draft and deleted_at is null',
  )
  return rows[0]?.count ?? 0
}

type Options = {
  /** The number of published stories. */
  count: number
  productName: string
  publicUrl: string
  /** Finds the file of an uploaded picture in one of its widths. */
  findPicture: (id: string, width: number) => ArchivedFile | undefined
  /** The name of its entry. */
  fileName: (file: ArchivedFile) => string
}

type Story = {
  slug: string
  title: string
  kicker?: string | null
  sub_title: string
  content: string
  author: string
  category: string
  story_image: string | null
  image_alt: string | null
  published_on: string
}

const storiesOnAPage = 1_000

/** Columns that a database of an earlier version may not have. */
const laterColumns = ['kicker']

const publishedStories = (columns: readonly string[]) => `
  select row_to_json(story)::text as line from (
    select slug, title, ${columns.map((column) => `${column}, `).join('')}sub_title, content,
           coalesce(author_name, users.name, '') as author, category, story_image, image_alt,
           to_char(published_at at time zone 'UTC', 'FMDD FMMonth YYYY') as published_on
    from contents left join users on users.id = author_id
    where not is_draft and contents.deleted_at is null
    order by published_at desc, contents.id desc
  ) as story`

/** Writes a page for each published story, and lists of them: `index.html` and, after a thousand stories, further ones. */
export async function* writeStoryPages(client: pg.Client, options: Options): AsyncGenerator<Page> {
  const { count } = options
  const lists = { count, last: Math.max(1, Math.ceil(count / storiesOnAPage)) }
  let listed: Story[] = []
  let place = 1
  for await (const lines of readLines(client, publishedStories(await findColumns(client)))) {
    const stories = lines.map((line) => JSON.parse(line) as Story)
    const known = await findLinkedStories(client, stories)
    for (const story of stories) {
      yield { name: `stories/${story.slug}.html`, html: storyPage(story, known, options), isStory: true }
      // Its text is no longer needed.
      listed.push({ ...story, content: '' })
      if (listed.length < storiesOnAPage) continue
      yield { name: listName(place), html: listPage(listed, place, lists, options), isStory: false }
      listed = []
      place++
    }
  }
  if (listed.length > 0 || count === 0)
    yield { name: listName(place), html: listPage(listed, place, lists, options), isStory: false }
}

const storyLinks = /href="\/article\/([^"/?#]+)/g

/** The present slugs of the published stories that these link to, by the slugs that they use. */
async function findLinkedStories(client: pg.Client, stories: readonly Story[]): Promise<Map<string, string>> {
  const slugs = stories.flatMap(({ content }) => [...content.matchAll(storyLinks)].map(([, slug = '']) => slug))
  if (slugs.length === 0) return new Map()
  const { rows } = await client.query<{ asked: string; slug: string }>(
    `select content_slugs.slug as asked, contents.slug
     from content_slugs join contents on contents.id = content_id
     where content_slugs.slug = any($1) and not is_draft and deleted_at is null`,
    [slugs],
  )
  return new Map(rows.map(({ asked, slug }) => [asked, slug]))
}

function storyPage(story: Story, known: Map<string, string>, options: Options): string {
  const content = story.content
    .replace(/ srcset="[^"]*"/g, '')
    .replace(/\b(src|href)="(\/[^"]*)"/g, (_, name: string, path: string) => {
      return `${name}="${escapeHtml(addressOf(path, known, options))}"`
    })
  const { story_image: image } = story
  const picture = image?.startsWith('/uploads/') ? addressOf(image, known, options) : undefined
  const lead = picture && `<img src="${escapeHtml(picture)}" alt="${escapeHtml(story.image_alt ?? '')}">`
  return page(story.title, options.productName, [
    '<p><a href="../index.html">All stories</a></p>',
    '<article>',
    ...(story.kicker ? [`<p class="small">${escapeHtml(story.kicker)}</p>`] : []),
    `<h1>${escapeHtml(story.title)}</h1>`,
    ...(story.sub_title ? [`<p class="lead">${escapeHtml(story.sub_title)}</p>`] : []),
    `<p class="small">${factsOf(story)}</p>`,
    ...(lead ? [lead] : []),
    content,
    '</article>',
  ])
}

/** Where a path of the site leads from the page of a story. */
function addressOf(path: string, known: Map<string, string>, { findPicture, fileName, publicUrl }: Options): string {
  const upload = parseUploadAddress(path)
  const file = upload && findPicture(upload.id, upload.width)
  if (file) return `../${fileName(file)}`
  const [, slug = '', rest = ''] = /^\/article\/([^/?#]+)(#.*)?$/.exec(path) ?? []
  const linked = known.get(slug)
  return linked ? `${encodeURIComponent(linked)}.html${rest}` : `${publicUrl}${path}`
}

type Lists = { count: number; last: number }

function listName(place: number): string {
  return place === 1 ? 'index.html' : `index-${place}.html`
}

function listPage(stories: readonly Story[], place: number, { count, last }: Lists, { productName }: Options): string {
  const lines = stories.map((story) => {
    const address = `stories/${encodeURIComponent(story.slug)}.html`
    return `<li><a href="${address}">${escapeHtml(story.title)}</a><br><span class="small">${factsOf(story)}</span></li>`
  })
  const links = [
    ...(place > 1 ? [`<a href="${listName(place - 1)}">Newer stories</a>`] : []),
    ...(place < last ? [`<a href="${listName(place + 1)}">Older stories</a>`] : []),
  ]
  const stored = count === 1 ? 'One published story' : `${count.toLocaleString('en-GB')} published stories`
  const where = last > 1 ? `, page ${place} of ${last}` : ''
  return page(productName, undefined, [
    `<h1>${escapeHtml(productName)}</h1>`,
    `<p class="small">${stored}${where}, the newest first.</p>`,
    `<ul>${lines.join('\n')}</ul>`,
    ...(links.length > 0 ? [`<p>${links.join(' · ')}</p>`] : []),
  ])
}

function factsOf({ author, category, published_on: day }: Story): string {
  return [author, day, category.replaceAll('_', ' ')].filter(Boolean).map(escapeHtml).join(' · ')
}

/** No script runs in a page of an archive, whatever the text of a story contains. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src * data: file:; frame-src https:"

const style = `
:root { color-scheme: light dark }
body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 1.1rem/1.6 Georgia, serif; overflow-wrap: anywhere }
h1 { line-height: 1.2 } a { color: LinkText } .lead { font-size: 1.25rem }
.small { opacity: .75; font: .9rem/1.4 system-ui, sans-serif } li { margin: .6rem 0 } ul { padding-left: 1.2rem }
img, iframe { max-width: 100%; height: auto } pre { overflow-x: auto } table { display: block; overflow-x: auto }
blockquote { margin: 0; padding-left: 1rem; border-left: 3px solid }`

function page(title: string, siteName: string | undefined, body: readonly string[]): string {
  const whole = siteName ? `${title} — ${siteName}` : title
  return `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeHtml(whole)}</title>
<style>${style}
</style>
${body.join('\n')}
</html>
`
}
