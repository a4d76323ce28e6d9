import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** What the links in our mails carry; a row is gone once its link was used. */
export const accountTokens = pgTable('account_tokens', {
  /** SHA-256 of the token in hex. */
  tokenHash: text('token_hash').primaryKey(),
  purpose: text({ enum: ['reset_password', 'prove_email', 'change_email'] }).notNull(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Where the link was sent: what following it proves. */
  email: text().notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true, precision: 3 }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
})
export type AccountTokenRow = typeof accountTokens.$inferSelect
