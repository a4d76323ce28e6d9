import { bigint, boolean, date, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'

/** Triggers count its rows (docs/triggers.md). */
export const contents = pgTable('contents', {
  id: uuid().primaryKey(),
  slug: text().notNull(),
  title: text().notNull(),
  subTitle: text('sub_title').notNull().default(''),
  /** Sanitised HTML. */
  content: text().notNull(),
  /** The words of `content`. */
  contentText: text('content_text').notNull(),
  excerpt: text().notNull().default(''),
  summary: text().notNull().default(''),
  category: text().notNull(),
  storyImage: text('story_image'),
  imageAlt: text('image_alt'),
  authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
  /** Written on the story in place of the account's name. */
  authorName: text('author_name'),
  publicationId: uuid('publication_id').references(() => publications.id, { onDelete: 'set null' }),
  isDraft: boolean('is_draft').notNull(),
  sendNewsletter: boolean('send_newsletter').notNull().default(false),
  wordCount: integer('word_count').notNull().default(0),
  bookTitle: text('book_title'),
  bookAuthor: text('book_author'),
  publishedAt: timestamp('published_at', { withTimezone: true, precision: 3 }),
  /** When it became public again after it had been a draft in between. */
  republishedAt: timestamp('republished_at', { withTimezone: true, precision: 3 }),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull(),
  deletedAt: timestamp('deleted_at', { withTimezone: true, precision: 3 }),
  /** When it publishes itself, or what is written beside it. */
  publishAt: timestamp('publish_at', { withTimezone: true, precision: 3 }),
  /** The address where it was first published. */
  canonicalUrl: text('canonical_url'),
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

/** What a story's writer has written, wherever it is kept apart from the story. */
export const keptTextColumns = {
  title: text().notNull(),
  subTitle: text('sub_title').notNull(),
  /** Sanitised HTML. */
  content: text().notNull(),
  wordCount: integer('word_count').notNull(),
  summary: text().notNull(),
  category: text().notNull(),
  storyImage: text('story_image'),
  imageAlt: text('image_alt'),
  bookTitle: text('book_title'),
  bookAuthor: text('book_author'),
  canonicalUrl: text('canonical_url'),
}

/** What is written beside a published story and is not public yet. */
export const workingCopies = pgTable('working_copies', {
  contentId: uuid('content_id')
    .primaryKey()
    .references(() => contents.id, { onDelete: 'cascade' }),
  ...keptTextColumns,
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
  ...keptTextColumns,
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
