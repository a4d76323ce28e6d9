import { boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { linkTo, partOf, time } from './columns.ts'
import { contents } from './stories.ts'

/** A private line from a reader to the writer of a story. */
export const thanks = pgTable('thanks', {
  id: uuid().primaryKey(),
  contentId: partOf('content_id', () => contents.id),
  writerId: partOf('writer_id', () => users.id),
  /** Null once the reader's account is deleted. */
  readerId: linkTo('reader_id', () => users.id),
  words: text().notNull(),
  /** Sent by someone whom the writer had blocked: the writer never gets it. */
  isWithheld: boolean('is_withheld').notNull().default(false),
  createdAt: time('created_at').notNull(),
  /** When the writer deleted it, or an administrator removed it. */
  deletedAt: time('deleted_at'),
  reportedAt: time('reported_at'),
  /** When an administrator decided about the report. */
  decidedAt: time('decided_at'),
  decidedBy: linkTo('decided_by', () => users.id),
})
export type ThanksRow = typeof thanks.$inferSelect

/** The people from whom a writer gets no more thanks. */
export const thanksBlocks = pgTable(
  'thanks_blocks',
  {
    writerId: partOf('writer_id', () => users.id),
    readerId: partOf('reader_id', () => users.id),
    createdAt: time('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.writerId, table.readerId] })],
)
