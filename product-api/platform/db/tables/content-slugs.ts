import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { contents } from './contents.ts'

/** Every slug a story has or had: one table, so that the database decides that no two stories ever share one. */
export const contentSlugs = pgTable('content_slugs', {
  slug: text().primaryKey(),
  contentId: uuid('content_id')
    .notNull()
    .references(() => contents.id, { onDelete: 'cascade' }),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
})
