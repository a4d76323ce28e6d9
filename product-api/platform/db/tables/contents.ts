import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { publications } from './publications.ts'
import { users } from './users.ts'

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
