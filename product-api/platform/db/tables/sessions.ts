import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

export const sessions = pgTable('sessions', {
  /** SHA-256 of the token in hex: a stolen table opens no session. */
  tokenHash: text('token_hash').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Names the session to its owner. */
  id: uuid().notNull(),
  method: text({ enum: ['password', 'google', 'passkey'] }).notNull(),
  lastSeenAt: timestamp('last_seen_at', { withTimezone: true, precision: 3 }).notNull(),
  address: text().notNull().default(''),
  userAgent: text('user_agent').notNull().default(''),
  expiresAt: timestamp('expires_at', { withTimezone: true, precision: 3 }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
})
