import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

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
