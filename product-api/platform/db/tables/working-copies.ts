import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { contents } from './contents.ts'
import { keptTextColumns } from './kept-text-columns.ts'
import { publications } from './publications.ts'
import { users } from './users.ts'

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
