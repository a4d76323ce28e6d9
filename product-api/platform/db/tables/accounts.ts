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
  /** When the owner confirmed the address. */
  emailProvenAt: timestamp('email_proven_at', { withTimezone: true, precision: 3 }),
  /** A requested new address that is not confirmed yet. */
  pendingEmail: text('pending_email'),
  showEmail: boolean('show_email').notNull().default(false),
  /** Since when the account is suspended: no one can sign in to it. */
  suspendedAt: timestamp('suspended_at', { withTimezone: true, precision: 3 }),
  suspendedReason: text('suspended_reason'),
  suspendedBy: uuid('suspended_by'),
  /** When an administrator allowed this author's stories to be emailed to the subscribers of categories. */
  mailingApprovedAt: timestamp('mailing_approved_at', { withTimezone: true, precision: 3 }),
  mailingApprovedBy: uuid('mailing_approved_by'),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull(),
})
export type UserRow = typeof users.$inferSelect

export const sessions = pgTable('sessions', {
  /** SHA-256 of the token in hex, so that a stolen table opens no session. */
  tokenHash: text('token_hash').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The public id of the session, for its owner. */
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
  /** The link's recipient: opening the link confirms this address. */
  email: text().notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true, precision: 3 }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
})
export type AccountTokenRow = typeof accountTokens.$inferSelect

/** An external account (Google) that a person signs in with. */
export const identities = pgTable(
  'identities',
  {
    issuer: text().notNull(),
    /** The issuer's id of the person: unlike an email address, it can't change hands. */
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
  /** The signature counter, if the authenticator has one: a cloned one would lag behind. */
  counter: bigint({ mode: 'number' }).notNull(),
  transports: text().array().notNull(),
  name: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  lastUsedAt: timestamp('last_used_at', { withTimezone: true, precision: 3 }),
})
export type PasskeyRow = typeof passkeys.$inferSelect

/** Challenges for browsers to sign; deleted with the first answer. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  id: uuid().primaryKey(),
  challenge: text().notNull(),
  /** The owner of the passkey that is being created; null during a sign-in. */
  userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: timestamp('expires_at', { withTimezone: true, precision: 3 }).notNull(),
})
