import { bigint, boolean, customType, date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { linkTo, partOf, time } from './columns.ts'

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
  emailProvenAt: time('email_proven_at'),
  /** A requested new address that is not confirmed yet. */
  pendingEmail: text('pending_email'),
  showEmail: boolean('show_email').notNull().default(false),
  /** Whether replies to emails about the author's stories go to the proven address. */
  takesReplies: boolean('takes_replies').notNull().default(false),
  /** Whether an email tells of each thanks of a reader. */
  thanksByEmail: boolean('thanks_by_email').notNull().default(false),
  /** The number of followers that the profile shows to everyone, as it was lately; null if its owner does not show it. */
  shownFollowers: integer('shown_followers'),
  /** Whether the person wants an email with the figures of their stories on the first of each month. */
  wantsMonthlyFigures: boolean('wants_monthly_figures').notNull().default(false),
  /** The first day of the month that the last of these emails was about. */
  monthlyFiguresOf: date('monthly_figures_of'),
  /** The end of a job's lease for sending the next one. */
  monthlyFiguresUntil: time('monthly_figures_until'),
  /** Whether the person's stories may be read aloud by the site's voice. */
  mayBeNarrated: boolean('may_be_narrated').notNull().default(true),
  /** Since when the account is suspended: no one can sign in to it. */
  suspendedAt: time('suspended_at'),
  suspendedReason: text('suspended_reason'),
  suspendedBy: uuid('suspended_by'),
  /** When an administrator allowed this author's stories to be emailed to the subscribers of categories. */
  mailingApprovedAt: time('mailing_approved_at'),
  mailingApprovedBy: uuid('mailing_approved_by'),
  /** When an administrator let this person in; null for people who came by themselves. */
  invitedAt: time('invited_at'),
  invitedBy: uuid('invited_by'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})
export type UserRow = typeof users.$inferSelect

export const sessions = pgTable('sessions', {
  /** SHA-256 of the token in hex, so that a stolen table opens no session. */
  tokenHash: text('token_hash').primaryKey(),
  userId: partOf('user_id', () => users.id),
  /** The public id of the session, for its owner. */
  id: uuid().notNull(),
  method: text({ enum: ['password', 'google', 'passkey'] }).notNull(),
  lastSeenAt: time('last_seen_at').notNull(),
  address: text().notNull().default(''),
  userAgent: text('user_agent').notNull().default(''),
  expiresAt: time('expires_at').notNull(),
  createdAt: time('created_at').notNull(),
})

/** The tokens of links in our emails; a row is deleted once its link has been used. */
export const accountTokens = pgTable('account_tokens', {
  /** SHA-256 of the token in hex. */
  tokenHash: text('token_hash').primaryKey(),
  purpose: text({ enum: ['reset_password', 'prove_email', 'change_email'] }).notNull(),
  userId: partOf('user_id', () => users.id),
  /** The link's recipient: opening the link confirms this address. */
  email: text().notNull(),
  expiresAt: time('expires_at').notNull(),
  createdAt: time('created_at').notNull(),
})
export type AccountTokenRow = typeof accountTokens.$inferSelect

/** Invitations by administrators to create an account; a withdrawn one is deleted. */
export const invitations = pgTable('invitations', {
  id: uuid().primaryKey(),
  email: text().notNull(),
  /** SHA-256 in hex of the token in the newest email; null before that is written, and after the sign-up. */
  tokenHash: text('token_hash'),
  invitedBy: linkTo('invited_by', () => users.id),
  /** When it was made, or renewed. */
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at').notNull(),
  acceptedAt: time('accepted_at'),
  acceptedBy: uuid('accepted_by').references(() => users.id, { onDelete: 'cascade' }),
})
export type InvitationRow = typeof invitations.$inferSelect

/** An external account (Google) that a person signs in with. */
export const identities = pgTable(
  'identities',
  {
    issuer: text().notNull(),
    /** The issuer's id of the person: unlike an email address, it can't change hands. */
    subject: text().notNull(),
    userId: partOf('user_id', () => users.id),
    createdAt: time('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
)

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

export const passkeys = pgTable('passkeys', {
  /** The credential's id in base64url. */
  id: text().primaryKey(),
  userId: partOf('user_id', () => users.id),
  publicKey: bytea('public_key').notNull(),
  /** The signature counter, if the authenticator has one: a cloned one would lag behind. */
  counter: bigint({ mode: 'number' }).notNull(),
  transports: text().array().notNull(),
  name: text().notNull(),
  createdAt: time('created_at').notNull(),
  lastUsedAt: time('last_used_at'),
})
export type PasskeyRow = typeof passkeys.$inferSelect

/** Challenges for browsers to sign; deleted with the first answer. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  id: uuid().primaryKey(),
  challenge: text().notNull(),
  /** The owner of the passkey that is being created; null during a sign-in. */
  userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: time('expires_at').notNull(),
})
