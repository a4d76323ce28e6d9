import { bigint, customType, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

export const passkeys = pgTable('passkeys', {
  /** The credential's id in base64url. */
  id: text().primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  publicKey: bytea('public_key').notNull(),
  /** How often it has signed, if it counts: a copy of it would lag behind. */
  counter: bigint({ mode: 'number' }).notNull(),
  transports: text().array().notNull(),
  name: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  lastUsedAt: timestamp('last_used_at', { withTimezone: true, precision: 3 }),
})
export type PasskeyRow = typeof passkeys.$inferSelect
