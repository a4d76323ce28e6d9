import { and, eq, isNotNull, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { StoryRowText } from '#contract/story-fields.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import type { TimePlace } from '#platform/db/paging.ts'
import { fixedLimit, prepared } from '#platform/db/prepared.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { podcastAudio, podcasts } from '#platform/db/tables/podcasts.ts'
import { contentSlugs, contents, publications } from '#platform/db/tables/stories.ts'
import { goesToSubscribers } from '../mailings.ts'
import {
  type CardRow,
  cardColumns,
  type DraftRow,
  draftColumns,
  isItsPublication,
  listedColumns,
  type PageRow,
  pageColumns,
} from './card-columns.ts'

/** Must match the partial indexes' predicate, or they aren't used. */
const isPublished = sql`not ${contents.isDraft} and ${contents.deletedAt} is null`

/** Which published stories a list contains. */
export type ListFilter = {
  category?: string
  publicationId?: string
  authorId?: string
  /** Only what its subscribers may be emailed, and what was published after a moment. */
  isNewsSince?: Date
}
type FilterName = keyof ListFilter
const filters: Record<FilterName, SQL> = {
  category: eq(contents.category, sql.placeholder('category')),
  publicationId: eq(contents.publicationId, sql.placeholder('publicationId')),
  authorId: eq(contents.authorId, sql.placeholder('authorId')),
  isNewsSince: sql`${isPublishedAfter(sql.placeholder('isNewsSince'))} and ${goesToSubscribers}`,
}
const filterNames = Object.keys(filters) as FilterName[]

type Page = { after?: TimePlace | undefined; limit: number; withContent?: boolean | undefined }

const isOlder = sql`(${contents.publishedAt}, ${contents.id})
  < (${sql.placeholder('at')}::timestamptz, ${sql.placeholder('id')}::uuid)`

const published = prepared('stories', (db, by: FilterName[], isAfter: boolean, withContent: boolean, limit: number) =>
  db
    .select(withContent ? listedColumns : cardColumns)
    .from(contents)
    .leftJoin(users, eq(users.id, contents.authorId))
    .leftJoin(publications, isItsPublication)
    .where(and(isPublished, ...by.map((name) => filters[name]), isAfter ? isOlder : undefined))
    .orderBy(sql`${contents.publishedAt} desc`, sql`${contents.id} desc`)
    .limit(fixedLimit(limit)),
)

/** Newest first. */
export function listPublished(
  db: Db,
  filter: ListFilter,
  { after, limit, withContent = false }: Page,
): Promise<CardRow[]> {
  const by = filterNames.filter((name) => filter[name] !== undefined)
  const since = filter.isNewsSince?.toISOString()
  const values = { ...filter, isNewsSince: since, at: after?.at.toISOString(), id: after?.id }
  return published(db, by, after !== undefined, withContent, limit).execute(values)
}

export async function listNewsItems(db: Db, { since, limit }: { since: Date; limit: number }) {
  const { id, category, authorId } = contents
  const publishedAt = sql<Date>`${contents.publishedAt}`.mapWith(contents.publishedAt)
  return db
    .select({ id, category, authorId, publicationId: publications.id, publishedAt, goesToSubscribers })
    .from(contents)
    .leftJoin(publications, isItsPublication)
    .where(and(isPublished, isPublishedAfter(since.toISOString())))
    .orderBy(sql`${contents.publishedAt} desc`, sql`${id} desc`)
    .limit(limit)
}

const publishedByIds = prepared('stories by ids', (db, onlyMailable: boolean) =>
  db
    .select(cardColumns)
    .from(contents)
    .leftJoin(users, eq(users.id, contents.authorId))
    .leftJoin(publications, isItsPublication)
    .where(
      and(
        isPublished,
        sql`${contents.id} = any(${sql.placeholder('ids')}::uuid[])`,
        onlyMailable ? isNull(users.suspendedAt) : undefined,
      ),
    ),
)

/** In any order. `onlyMailable` omits those of suspended authors. */
export async function listPublishedByIds(db: Db, ids: string[], onlyMailable = false): Promise<CardRow[]> {
  return publishedByIds(db, onlyMailable).execute({ ids })
}

/** The last written first. */
export async function listDrafts(
  db: Db,
  authorId: string,
  { after, limit }: { after?: TimePlace | undefined; limit: number },
): Promise<DraftRow[]> {
  const isDraft = sql`${contents.isDraft} and ${contents.deletedAt} is null`
  const isBefore =
    after && sql`(${contents.updatedAt}, ${contents.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  return db
    .select(draftColumns)
    .from(contents)
    .leftJoin(users, eq(users.id, contents.authorId))
    .leftJoin(publications, isItsPublication)
    .where(and(isDraft, eq(contents.authorId, authorId), isBefore))
    .orderBy(sql`${contents.updatedAt} desc`, sql`${contents.id} desc`)
    .limit(limit)
}

const storyPage = prepared('story', (db, isById: boolean) =>
  db
    .select(pageColumns)
    .from(contents)
    .leftJoin(users, eq(users.id, contents.authorId))
    .leftJoin(publications, isItsPublication)
    .leftJoin(podcasts, sql`${podcasts.contentId} = ${contents.id} and ${users.mayBeNarrated} is not false`)
    .leftJoin(podcastAudio, eq(podcastAudio.id, podcasts.audioId))
    .where(eq(isById ? contents.id : contents.slug, sql.placeholder('slugOrId'))),
)

/** Drafts and deleted ones too. */
export async function findPage(db: Db, slugOrId: string): Promise<PageRow | undefined> {
  const [row] = await storyPage(db, isId(slugOrId)).execute({ slugOrId })
  return row
}

/** The fields that the email about a story needs beside its card. */
export type TextToMail = StoryRowText<'content' | 'emailSubject' | 'emailPreview'>

/** Undefined if the story is not public. */
export async function findTextToMail(db: Db, id: string): Promise<TextToMail | undefined> {
  const { content, emailSubject, emailPreview } = contents
  const [row] = await db
    .select({ content, emailSubject, emailPreview })
    .from(contents)
    .where(and(isPublished, eq(contents.id, id)))
  return row
}

/** Where replies to emails about an author's stories go: the proven address, if the author takes replies. */
export async function findReplyAddress(db: Db, authorId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, authorId), users.takesReplies, isNotNull(users.emailProvenAt), isNull(users.suspendedAt)))
  return row?.email
}

export type TextToRead = {
  id: string
  slug: string
  title: string
  author: string
  content: string
  /** Whether its author lets the site's voice read it. */
  mayBeNarrated: boolean
}

/** The text of a public story, to be read aloud; undefined if it is not public. `slugOrId`: its id or present slug. */
export async function findTextToRead(db: Db, slugOrId: string): Promise<TextToRead | undefined> {
  const { id, slug, title, content } = contents
  const author = sql<string>`coalesce(${contents.authorName}, ${users.name}, '')`
  const mayBeNarrated = sql<boolean>`${users.mayBeNarrated} is not false`
  const [row] = await db
    .select({ id, slug, title, content, author, mayBeNarrated })
    .from(contents)
    .leftJoin(users, eq(users.id, contents.authorId))
    .where(and(isPublished, isStory(slugOrId)))
  return row
}

/** The present slug of a story by an earlier one, with the columns that decide who may see it. */
export async function findBySlugOfBefore(db: Db, oldSlug: string) {
  const { slug, authorId, isDraft, deletedAt } = contents
  const [row] = await db
    .select({ slug, authorId, isDraft, deletedAt })
    .from(contentSlugs)
    .innerJoin(contents, eq(contents.id, contentSlugs.contentId))
    .where(eq(contentSlugs.slug, oldSlug))
  return row
}

function isStory(slugOrId: string): SQL {
  return isId(slugOrId) ? eq(contents.id, slugOrId) : eq(contents.slug, slugOrId)
}

function isPublishedAfter(isoTime: string | Placeholder): SQL {
  return sql`${contents.publishedAt} > ${isoTime}::timestamptz`
}
