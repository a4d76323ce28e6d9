import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { contents } from './contents.ts'
import { keptTextColumns } from './kept-text-columns.ts'
import { users } from './users.ts'

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
