import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { addUser } from '#accounts/users.ts'
import { ownCategory } from '#contract/categories.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { transaction } from '#platform/db/transaction.ts'
import { addStory, type StoryInput } from '#stories/create-story.ts'
import { addPublication } from '#stories/publications.ts'
import { ownMarkdownToHtml, readFrontMatter } from '#story-html/own-markdown.ts'

const folder = import.meta.dirname
const quietStartMs = 30_000

const Authors = z.array(
  z.object({
    key: z.string(),
    name: z.string(),
    email: z.email(),
    bio: z.string().default(''),
    image: z.string().nullish(),
  }),
)
const Publications = z.array(
  z.object({ slug: z.string(), name: z.string(), owner: z.string(), description: z.string().default('') }),
)
const FrontMatter = z.object({
  title: z.string().min(1),
  sub_title: z.string().default(''),
  author: z.string(),
  category: z.string(),
  publication: z.string().optional(),
  published: z.coerce.date(),
  image_alt: z.string().optional(),
  book_title: z.string().optional(),
  book_author: z.string().optional(),
})
type SeedStory = { slug: string; fields: z.output<typeof FrontMatter>; html: string }
type Ids = Map<string, string>

/** Fills an empty store with the people, publications and stories beside this file: all of them or none. */
export async function seedStories(ctx: Context): Promise<void> {
  const authors = readJson('authors.json', Authors)
  const publications = readJson('publications.json', Publications)
  const stories = readStories()
  const first = { ...ctx, now: () => stories[0]?.fields.published ?? ctx.now() }
  await transaction(ctx.db, async (tx) => {
    const authorIds: Ids = new Map()
    for (const { key, image, ...person } of authors) {
      authorIds.set(key, await addUser(first, tx, { ...person, profileImage: image, mailingApprovedAt: first.now() }))
    }
    const publicationIds: Ids = new Map()
    for (const { owner, ...publication } of publications) {
      const ownerId = known(authorIds, owner, 'publications.json')
      publicationIds.set(publication.slug, await addPublication(first, tx, { ...publication, ownerId }))
    }
    const names = new Map(authors.map(({ key, name, email }) => [key, { name, email }]))
    const written: string[] = []
    for (const story of stories) {
      const id = known(authorIds, story.fields.author, story.slug)
      const person = names.get(story.fields.author) ?? { name: '', email: '' }
      written.push(await addSeedStory(ctx, tx, story, { id, ...person }, publicationIds))
    }
    if (ctx.narratesStories) await narrateLater(ctx, tx, written)
  })
}

/** Under the time of its publication, so that ids, dates and order look as if it had been written then. */
async function addSeedStory(
  ctx: Context,
  tx: Db,
  { slug, fields, html }: SeedStory,
  author: { id: string; name: string; email: string },
  publicationIds: Ids,
): Promise<string> {
  const input: StoryInput = {
    slug,
    title: fields.title,
    subTitle: fields.sub_title,
    content: html,
    category: fields.category === 'product' ? ownCategory(ctx.categories) : fields.category,
    storyImage: `/covers/${slug}.webp`,
    imageAlt: fields.image_alt,
    publicationId: fields.publication && known(publicationIds, fields.publication, slug),
    bookTitle: fields.book_title,
    bookAuthor: fields.book_author,
    isDraft: false,
  }
  // Acts as an administrator, because seeded stories also belong to other people's publications.
  const actor = { ...author, role: 'admin' as const }
  const { id } = await addStory({ ...ctx, now: () => fields.published, actor, narratesStories: false }, tx, input)
  return id
}

/** The voice takes a processor: it begins once the site has had time to start. */
function narrateLater(ctx: Context, tx: Db, ids: readonly string[]): Promise<void> {
  const startAfter = new Date(ctx.now().getTime() + quietStartMs)
  const newestFirst = ids.toReversed().map((contentId) => ({ contentId }))
  return ctx.queue.enqueueMany(tx, 'narrate-story', newestFirst, { startAfter })
}

function readStories(): SeedStory[] {
  const files = readdirSync(path.join(folder, 'stories')).filter((name) => name.endsWith('.md'))
  const stories = files.map((name) => {
    const { fields, body } = readFrontMatter(readFileSync(path.join(folder, 'stories', name), 'utf8'))
    const parsed = FrontMatter.safeParse(fields)
    if (!parsed.success) throw new Error(`The seed story ${name} is wrong: ${z.prettifyError(parsed.error)}`)
    return { slug: path.basename(name, '.md'), fields: parsed.data, html: ownMarkdownToHtml(body) }
  })
  return stories.sort((a, b) => a.fields.published.getTime() - b.fields.published.getTime())
}

function readJson<T extends z.ZodType>(name: string, schema: T): z.output<T> {
  return schema.parse(JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
}

function known(ids: Ids, key: string, place: string): string {
  const id = ids.get(key)
  if (!id) throw new Error(`The seed's ${place} names ${key}, which is not there`)
  return id
}
