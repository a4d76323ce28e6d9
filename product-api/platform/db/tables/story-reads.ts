import { bigint, date, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { contents } from './contents.ts'

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
