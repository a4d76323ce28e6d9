import { bigint, boolean, date, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { isNullable, type StoryField, type StoryRowText, storyFieldNames, storyFields } from '#contract/story-fields.ts'
import { users } from './accounts.ts'

const required = (name: string) => text(name).notNull()
const optional = (name: string) => text(name)
type TextColumns = {
  [F in StoryField]: ReturnType<null extends StoryRowText[F] ? typeof optional : typeof required>
}

/** A column for each field that a story's writer edits; the migrations make the same. */
function textColumns(): TextColumns {
  const columns = storyFieldNames.map((field) => {
    const { wire } = storyFields[field]
    return [field, isNullable(field) ? optional(wire) : required(wire)]
  })
  return Object.fromEntries(columns)
}

/** Triggers count its rows (docs/triggers.md). */
export const contents = pgTable('contents', {
  id: uuid().primaryKey(),
  slug: text().notNull(),
  ...textColumns(),
  /** The words of `content`. */
  contentText: text('content_text').notNull(),
  excerpt: text().notNull().default(''),
  authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
  /** Written on the story in place of the account's name. */
  authorName: text('author_name'),
  publicationId: uuid('publication_id').references(() => publications.id, { onDelete: 'set null' }),
  isDraft: boolean('is_draft').notNull(),
  sendNewsletter: boolean('send_newsletter').notNull().default(false),
  wordCount: integer('word_count').notNull().default(0),
  publishedAt: timestamp('published_at', { withTimezone: true, precision: 3 }),
  /** When it became public again after it had been a draft in between. */
  republishedAt: timestamp('republished_at', { withTimezone: true, precision: 3 }),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull(),
  deletedAt: timestamp('deleted_at', { withTimezone: true, precision: 3 }),
  /** When it publishes itself, or what is written beside it. */
  publishAt: timestamp('publish_at', { withTimezone: true, precision: 3 }),
  /** Made by the editor: the same draft sent twice is one. */
  draftKey: uuid('draft_key'),
  /** Its writer chose the slug; else it follows the title until the story is first published. */
  isSlugChosen: boolean('is_slug_chosen').notNull().default(false),
  /** Grows with every edit; a stale one is refused. */
  version: integer().notNull().default(1),
})

/** Every slug a story has or had: one table, so that the database decides that no two stories ever share one. */
export const contentSlugs = pgTable('content_slugs', {
  slug: text().primaryKey(),
  contentId: uuid('content_id')
    .notNull()
    .references(() => contents.id, { onDelete: 'cascade' }),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
})

/** What is written beside a published story and is not public yet. */
export const workingCopies = pgTable('working_copies', {
  contentId: uuid('content_id')
    .primaryKey()
    .references(() => contents.id, { onDelete: 'cascade' }),
  ...textColumns(),
  wordCount: integer('word_count').notNull(),
  contentText: text('content_text').notNull(),
  publicationId: uuid('publication_id').references(() => publications.id, { onDelete: 'set null' }),
  sendNewsletter: boolean('send_newsletter').notNull(),
  /** The slug that the story gets when this is published; null if it stays. */
  nextSlug: text('next_slug'),
  version: integer().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull(),
  updatedBy: uuid('updated_by').references(() => users.id, { onDelete: 'set null' }),
})
export type WorkingCopyRow = typeof workingCopies.$inferSelect

/** A state of a story that was kept. */
export const revisions = pgTable('revisions', {
  id: uuid().primaryKey(),
  contentId: uuid('content_id')
    .notNull()
    .references(() => contents.id, { onDelete: 'cascade' }),
  version: integer().notNull(),
  kind: text({ enum: ['save', 'publish', 'restore', 'discard'] }).notNull(),
  ...textColumns(),
  wordCount: integer('word_count').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
})

export const publications = pgTable('publications', {
  id: uuid().primaryKey(),
  slug: text().notNull(),
  name: text().notNull(),
  description: text().notNull().default(''),
  image: text(),
  ownerId: uuid('owner_id').references(() => users.id, { onDelete: 'set null' }),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
})

export const bookmarks = pgTable(
  'bookmarks',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    contentId: uuid('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.contentId] })],
)

/** How often a story was shown on one day (UTC), and how often to crawlers. */
export const storyReads = pgTable(
  'story_reads',
  {
    contentId: uuid('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    reads: bigint({ mode: 'number' }).notNull().default(0),
    crawlerReads: bigint('crawler_reads', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.contentId, table.day] })],
)

/** Batches of reads that were counted, so that none counts twice. */
export const readBatches = pgTable('read_batches', {
  id: uuid().primaryKey(),
  receivedAt: timestamp('received_at', { withTimezone: true, precision: 3 }).notNull(),
})
