import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** Whose saved stories are a podcast; `version` grows with every new address. */
export const readingListFeeds = pgTable('reading_list_feeds', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  feedId: text('feed_id').notNull().unique(),
  version: integer().notNull().default(1),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
})
