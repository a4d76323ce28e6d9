import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** The tokens of links in our emails; a row is deleted once its link has been used. */
export const accountTokens = pgTable('account_tokens', {
  /** SHA-256 of the token in hex. */
  tokenHash: text('token_hash').primaryKey(),
  purpose: text({ enum: ['reset_password', 'prove_email', 'change_email'] }).notNull(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The address that the link was sent to: following it proves this address. */
  email: text().notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true, precision: 3 }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
})
export type AccountTokenRow = typeof accountTokens.$inferSelect
