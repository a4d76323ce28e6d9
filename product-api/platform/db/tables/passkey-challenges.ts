import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** What a browser was asked to sign; gone with the first answer. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  id: uuid().primaryKey(),
  challenge: text().notNull(),
  /** Whose passkey is being created; null during a sign-in. */
  userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: timestamp('expires_at', { withTimezone: true, precision: 3 }).notNull(),
})
