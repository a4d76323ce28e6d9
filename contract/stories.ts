import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { StoredImage } from './person.ts'
import { fieldAnswers, fieldsOf } from './story-field-schemas.ts'
import { cardFields, pageFields } from './story-fields.ts'
import { searchTextMost } from './text-limits.ts'

const Nullable = z.string().nullable().default(null)

/** A story as lists show it: everything but the body. Dates are ISO 8601 strings in UTC. */
export const StoryCard = z.object({
  _id: z.string().describe('UUID v7'),
  id: z.string().default('').describe('the same value as _id'),
  slug: z.string(),
  ...fieldsOf(cardFields, { ...fieldAnswers, picture: StoredImage }),
  author: z.string().default('').describe('the name on the story if its author has no account'),
  author_name: z.string().default(''),
  author_email: Nullable.describe('only if the author shows it, or to the author and administrators'),
  author_uuid: Nullable,
  author_image: StoredImage,
  publication: Nullable.describe('its name'),
  publication_slug: Nullable,
  userId: Nullable,
  isDraft: z.boolean().default(false),
  sendNewsletter: z.boolean().default(false),
  excerpt: z.string().default('').describe('the first two sentences of the body, plain text'),
  word_count: z.int().default(0),
  reading_minutes: z.int().default(1),
  category_tag: Nullable.describe('the tag on its card, if the category’s slug does not tell it'),
  published_at: Nullable,
  updated_at: Nullable,
  version: z.int().default(1),
})
export type StoryCard = z.infer<typeof StoryCard>

/** The sound of a story that is read aloud; addresses of this site. */
const Narration = z.object({
  url: z.string().describe('of an MP3 file'),
  transcript: z.string().describe('its sentences with their times (WebVTT)'),
  duration_ms: z.int(),
  bytes: z.int(),
})
export type Narration = z.infer<typeof Narration>

export const Story = StoryCard.extend({
  ...fieldsOf(pageFields, fieldAnswers),
  author_bio: z.string().default('').describe('what the author says about themselves'),
  publish_at: Nullable.describe('when a draft will be published; only to people who may edit it'),
  deleted_at: Nullable.describe('only to administrators, who still see it for 30 days'),
  narration: Narration.nullable().default(null).describe('if it can be listened to'),
})
export type Story = z.infer<typeof Story>

/** Both shapes that callers read: the item's own fields, and the same item as `post`. */
export const StoryPage = Story.extend({
  post: Story,
  next: z.array(StoryCard).default([]).describe('up to two further stories of the same category, older ones first'),
  by_author: z
    .array(StoryCard)
    .default([])
    .describe('up to two further stories of the same author that are not among `next`, older ones first'),
})
export type StoryPage = z.infer<typeof StoryPage>

/** A list's item; `content` is present only if the call asked for `include=content`. */
export const ListedStory = StoryCard.extend({ content: z.string().optional() })
export type ListedStory = z.infer<typeof ListedStory>

/** A run of text and whether it matches the query: never markup. */
export const Segment = z.object({ text: z.string(), match: z.boolean() })
export type Segment = z.infer<typeof Segment>

export const SearchHit = StoryCard.extend({
  highlights: z
    .object({ title: z.array(Segment), excerpt: z.array(Segment) })
    .nullable()
    .default(null),
})
export type SearchHit = z.infer<typeof SearchHit>

export const listLimit = { default: 30, most: 100, mostWithContent: 30 } as const

const Slug = z.string().min(1).max(200)
export const Page = z.object({
  cursor: z.string().max(300).optional().describe('opaque; taken from the Link header'),
  limit: z.coerce.number().int().min(1).max(listLimit.most).default(listLimit.default),
})
const ListQuery = Page.extend({
  include: z.literal('content').optional().describe('adds the bodies; at most 30 items then'),
  ends: z
    .literal('steady')
    .optional()
    .describe('a page ends at a story that the stories choose, `limit` at most: further pages keep their cursors'),
})
const SearchQuery = Page.extend({
  content: z.string().max(searchTextMost).default('').describe('what to look for'),
})
const Count = z.object({ count: z.int() })

/**
 * One story for a sitemap: `lastmod` is its last change; `author_uuid` is only on the oldest story of its author,
 * so that every author with a story comes once.
 */
const SitemapEntry = z.object({ slug: z.string(), lastmod: z.string(), author_uuid: Nullable })
export type SitemapEntry = z.infer<typeof SitemapEntry>
/** One sitemap file: the stories after the cursor `after` (null for the oldest) up to `until` (null for the newest). */
const SitemapPart = z.object({ after: Nullable, until: Nullable, lastmod: z.string() })

export const stories = defineEndpoints({
  list: {
    call: 'GET /contents',
    summary: 'All published stories, newest first',
    query: ListQuery,
    response: z.array(ListedStory),
    sameForAll: true,
  },
  byCategory: {
    call: 'GET /contents/category/:category',
    summary: 'The published stories of a category, newest first; `all` lists every category',
    params: z.object({ category: Slug }),
    query: ListQuery,
    response: z.array(ListedStory),
    sameForAll: true,
  },
  byPublication: {
    call: 'GET /contents/publication/:publication',
    summary: 'The published stories of a publication, by its slug or its name, newest first',
    params: z.object({ publication: Slug }),
    query: ListQuery,
    response: z.array(ListedStory),
    sameForAll: true,
  },
  byAuthor: {
    call: 'GET /contents/author/:uuid',
    summary: 'The published stories of an author, newest first',
    params: z.object({ uuid: z.string().max(64) }),
    query: ListQuery,
    response: z.array(ListedStory),
    sameForAll: true,
  },
  search: {
    call: 'GET /contents/search',
    summary: 'Full-text search over title, subtitle, author and body: ranked, with prefixes and tolerant of a typo',
    query: SearchQuery,
    response: z.array(SearchHit),
    problems: ['too_many_requests'],
    sameForAll: true,
  },
  count: {
    call: 'GET /contents/record/count',
    summary: 'How many stories are published',
    response: Count,
    sameForAll: true,
  },
  many: {
    call: 'GET /contents/many/:ids',
    summary: 'The published stories with these ids (comma-separated, at most 100), in the order asked for',
    params: z.object({ ids: z.string().min(1).max(4000) }),
    response: z.array(ListedStory),
    sameForAll: true,
  },
  sitemapParts: {
    call: 'GET /contents/sitemap/parts',
    summary: 'How the published stories are split into sitemap files',
    response: z.array(SitemapPart),
    sameForAll: true,
    neverFromBrowser: 'The web builds the sitemap files from it.',
  },
  sitemap: {
    call: 'GET /contents/sitemap',
    summary: 'Addresses and last changes of published stories, oldest first',
    query: z.object({
      cursor: z.string().max(300).optional().describe('opaque; a part’s `after`, then taken from the Link header'),
      until: z.string().max(300).optional().describe('a part’s `until`'),
      limit: z.coerce.number().int().min(1).max(5000).default(5000),
    }),
    response: z.array(SitemapEntry),
    sameForAll: true,
    neverFromBrowser: 'The web builds the sitemap files from it.',
  },
  bySlugOnly: {
    call: 'GET /contents/slug/:slug',
    summary: 'One story by its slug; an old slug answers 308 with the new address',
    params: z.object({ slug: Slug }),
    response: StoryPage,
    problems: ['not_found'],
    sameForAll: true,
  },
  bySlug: {
    call: 'GET /contents/:slug',
    summary: 'One story by its slug or its id',
    params: z.object({ slug: Slug }),
    response: StoryPage,
    problems: ['not_found'],
    sameForAll: true,
  },
})

/** A sitemap file is made for this many stories, and as many authors at most; the protocol allows 50,000 addresses. */
export const sitemapPartSize = 10_000
