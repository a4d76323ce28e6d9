import { pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** An account elsewhere that a person signs in with. */
export const identities = pgTable(
  'identities',
  {
    issuer: text().notNull(),
    /** The issuer's own name for the person: an email address can change hands, this can't. */
    subject: text().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
)
