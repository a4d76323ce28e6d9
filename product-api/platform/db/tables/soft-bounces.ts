import { date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Temporary bounces, such as a full mailbox: one row for an address (in lower case) and a day. */
export const softBounces = pgTable(
  'soft_bounces',
  {
    email: text().notNull(),
    day: date().notNull(),
    detail: text().notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.email, table.day] })],
)
