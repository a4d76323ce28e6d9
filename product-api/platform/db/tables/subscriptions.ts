import { boolean, date, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { digestFrequencies, frequencies } from '#contract/frequencies.ts'
import { users } from './accounts.ts'
import { publications } from './stories.ts'

/** An address that gets emails, with or without an account. Triggers count its rows (docs/triggers.md). */
export const subscribers = pgTable('subscribers', {
  id: uuid().primaryKey(),
  email: text().notNull(),
  /** When its address last changed; null if never. */
  emailSince: timestamp('email_since', { withTimezone: true, precision: 3 }),
  /** When a confirmation email was last requested. */
  askedAt: timestamp('asked_at', { withTimezone: true, precision: 3 }),
  /** When a confirmation email was last sent. It does not include later requests. */
  mailedAt: timestamp('mailed_at', { withTimezone: true, precision: 3 }),
  /** The end of a job's lease for sending a confirmation email. */
  sendingUntil: timestamp('sending_until', { withTimezone: true, precision: 3 }),
  /** Confirmation emails since the last confirmation: each waits longer than the one before. */
  asks: integer().notNull().default(0),
  /** When its owner refused further confirmation emails; applies for 180 days. */
  refusedAt: timestamp('refused_at', { withTimezone: true, precision: 3 }),
  /** The IANA time zone for digests in the morning. */
  timeZone: text('time_zone').notNull().default('UTC'),
  /** The end of a pause. Stories that are published before then are not sent later. */
  pausedUntil: timestamp('paused_until', { withTimezone: true, precision: 3 }),
  /** The shortest interval of its digests, maintained by a trigger on its subscriptions. */
  digests: text({ enum: digestFrequencies }),
  /** When the next digest is due; null if it is not computed yet. */
  digestAt: timestamp('digest_at', { withTimezone: true, precision: 3 }),
  /** When the welcome email went out after the first confirmation. */
  welcomedAt: timestamp('welcomed_at', { withTimezone: true, precision: 3 }),
  /** The end of the sending process's lease for the welcome email. */
  welcomingUntil: timestamp('welcoming_until', { withTimezone: true, precision: 3 }),
  /** The stories in the welcome email: they count as received. */
  welcomeStories: uuid('welcome_stories').array(),
  /** Whether it is a disposable address. */
  isDisposable: boolean('is_disposable').notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
})
export type SubscriberRow = typeof subscribers.$inferSelect

/**
 * An address's subscription to exactly one of category, publication and author. Triggers count its rows
 * (docs/triggers.md).
 */
export const subscriptions = pgTable('subscriptions', {
  id: uuid().primaryKey(),
  /** The random token of the links in emails, which can confirm or end the subscription. */
  uuid: uuid().notNull(),
  /** The token of the confirmation email only: opening its link proves the address. */
  confirmUuid: uuid('confirm_uuid').notNull().defaultRandom(),
  subscriberId: uuid('subscriber_id')
    .notNull()
    .references(() => subscribers.id, { onDelete: 'cascade' }),
  category: text(),
  publicationId: uuid('publication_id').references(() => publications.id, { onDelete: 'cascade' }),
  authorId: uuid('author_id').references(() => users.id, { onDelete: 'cascade' }),
  frequency: text({ enum: frequencies }).notNull(),
  /** The reason for unsubscribing, if its owner gave one. */
  endReason: text('end_reason'),
  askedAt: timestamp('asked_at', { withTimezone: true, precision: 3 }).notNull(),
  confirmedAt: timestamp('confirmed_at', { withTimezone: true, precision: 3 }),
  endedAt: timestamp('ended_at', { withTimezone: true, precision: 3 }),
  /** When its owner confirmed it elsewhere, according to an import; `confirmedAt` is then the time of the import. */
  provenAt: timestamp('proven_at', { withTimezone: true, precision: 3 }),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
})

/** Subscriptions that an account requested for its own address before confirming it. */
export const subscriptionRequests = pgTable(
  'subscription_requests',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'cascade' }),
    /** Whether the account made the first request for it, and so may end it. */
    isFirst: boolean('is_first').notNull(),
    frequency: text({ enum: frequencies }).notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.subscriptionId] })],
)

/** Addresses that get no newsletters any more, whatever they are subscribed to. Other emails are still sent. */
export const suppressions = pgTable('suppressions', {
  id: uuid().primaryKey(),
  email: text().notNull(),
  reason: text({ enum: ['hard_bounce', 'soft_bounces', 'complaint', 'manual'] }).notNull(),
  /** The words of the mail server or the report. */
  detail: text().notNull().default(''),
  sendId: uuid('send_id'),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
})
export type SuppressionRow = typeof suppressions.$inferSelect

/** Temporary bounces, such as a full mailbox: one row for each address (in lower case) and day. */
export const softBounces = pgTable(
  'soft_bounces',
  {
    email: text().notNull(),
    day: date().notNull(),
    detail: text().notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.email, table.day] })],
)
