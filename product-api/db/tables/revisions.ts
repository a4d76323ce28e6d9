import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { contents } from './contents.ts'
import { users } from './users.ts'

/** A state of a story that was kept. */
export const revisions = pgTable('revisions', {
  id: uuid().primaryKey(),
  contentId: uuid('content_id')
    .notNull()
    .references(() => contents.id, { onDelete: 'cascade' }),
  version: integer().notNull(),
  kind: text({ enum: ['save', 'publish', 'restore', 'discard'] }).notNull(),
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
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
})
