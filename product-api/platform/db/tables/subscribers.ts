import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** An address that gets emails, with or without an account. */
export const subscribers = pgTable('subscribers', {
  id: uuid().primaryKey(),
  email: text().notNull(),
  /** Since when it has this address; null: from the beginning. */
  emailSince: timestamp('email_since', { withTimezone: true, precision: 3 }),
  /** When an email last asked it to confirm something, or will ask. */
  askedAt: timestamp('asked_at', { withTimezone: true, precision: 3 }),
  /** When such an email last went out. It does not contain what was asked for after that. */
  mailedAt: timestamp('mailed_at', { withTimezone: true, precision: 3 }),
  /** Until then no other job sends such an email: one is sending it, has sent it, or was cut off. */
  sendingUntil: timestamp('sending_until', { withTimezone: true, precision: 3 }),
  /** How many such emails went out since it last confirmed anything: each waits longer than the one before. */
  asks: integer().notNull().default(0),
  /** When its owner said that it must not be asked again; applies for 180 days. */
  refusedAt: timestamp('refused_at', { withTimezone: true, precision: 3 }),
  /** The time zone of its mornings; an IANA name. */
  timeZone: text('time_zone').notNull().default('UTC'),
  /** Nothing goes out before then, and nothing that was published before then afterwards. */
  pausedUntil: timestamp('paused_until', { withTimezone: true, precision: 3 }),
  /** How often a digest may be due; its subscriptions' trigger says so. */
  digests: text({ enum: ['daily', 'weekly'] }),
  /** When the next digest is due; null if it has not been worked out yet. */
  digestAt: timestamp('digest_at', { withTimezone: true, precision: 3 }),
  /** When the welcome email went out after the first confirmation. */
  welcomedAt: timestamp('welcomed_at', { withTimezone: true, precision: 3 }),
  /** Until then the process that took this email sends it; after that another one may. */
  welcomingUntil: timestamp('welcoming_until', { withTimezone: true, precision: 3 }),
  /** The stories of that email: they count as received. */
  welcomeStories: uuid('welcome_stories').array(),
  /** The address is one that is made to be thrown away. */
  isDisposable: boolean('is_disposable').notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
})
export type SubscriberRow = typeof subscribers.$inferSelect
