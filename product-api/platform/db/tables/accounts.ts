import { bigint, boolean, customType, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Triggers count its rows (docs/triggers.md). */
export const users = pgTable('users', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  email: text().notNull(),
  role: text({ enum: ['user', 'admin'] })
    .notNull()
    .default('user'),
  passwordHash: text('password_hash'),
  profileImage: text('profile_image'),
  bio: text().notNull().default(''),
  /** When the address was shown to be this person's. */
  emailProvenAt: timestamp('email_proven_at', { withTimezone: true, precision: 3 }),
  /** Asked for and not confirmed yet. */
  pendingEmail: text('pending_email'),
  showEmail: boolean('show_email').notNull().default(false),
  /** Until it is lifted, no one can sign in to the account. */
  suspendedAt: timestamp('suspended_at', { withTimezone: true, precision: 3 }),
  suspendedReason: text('suspended_reason'),
  suspendedBy: uuid('suspended_by'),
  /** When an administrator let this author's stories go to the subscribers of categories. */
  mailingApprovedAt: timestamp('mailing_approved_at', { withTimezone: true, precision: 3 }),
  mailingApprovedBy: uuid('mailing_approved_by'),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull(),
})
export type UserRow = typeof users.$inferSelect

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

/** What a browser was asked to sign; gone with the first answer. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  id: uuid().primaryKey(),
  challenge: text().notNull(),
  /** Whose passkey is being created; null during a sign-in. */
  userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: timestamp('expires_at', { withTimezone: true, precision: 3 }).notNull(),
})
