import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Which stories some recipients of a send get: all who get the same ones share an edition. */
export const sendEditions = pgTable('send_editions', {
  id: uuid().primaryKey(),
  sendId: uuid('send_id').notNull(),
  /** In the order of the email. */
  stories: uuid().array().notNull(),
  /** The stories as one word. */
  key: text().notNull(),
  /** When the last story of it was published. */
  newestAt: timestamp('newest_at', { withTimezone: true, precision: 3 }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
})
export type EditionRow = typeof sendEditions.$inferSelect
