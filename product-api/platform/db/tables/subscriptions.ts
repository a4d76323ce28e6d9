import { boolean, date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { digestFrequencies, frequencies } from '#contract/frequencies.ts'
import { users } from './accounts.ts'
import { linkTo, partOf, time } from './columns.ts'
import { contents, publications } from './stories.ts'

/** An address that gets emails, with or without an account. Triggers count its rows (docs/triggers.md). */
export const subscribers = pgTable('subscribers', {
  id: uuid().primaryKey(),
  email: text().notNull(),
  /** When its address last changed; null if never. */
  emailSince: time('email_since'),
  /** When a confirmation email was last requested. */
  askedAt: time('asked_at'),
  /** When a confirmation email was last sent. It does not include later requests. */
  mailedAt: time('mailed_at'),
  /** The end of a job's lease for sending a confirmation email. */
  sendingUntil: time('sending_until'),
  /** Confirmation emails since the last confirmation: each waits longer than the one before. */
  asks: integer().notNull().default(0),
  /** When its owner refused further confirmation emails; applies for 180 days. */
  refusedAt: time('refused_at'),
  /** The IANA time zone for digests in the morning. */
  timeZone: text('time_zone').notNull().default('UTC'),
  /** The end of a pause. Stories that are published before then are not sent later. */
  pausedUntil: time('paused_until'),
  /** The shortest interval of its digests, maintained by a trigger on its subscriptions. */
  digests: text({ enum: digestFrequencies }),
  /** When the next digest is due; null if it is not computed yet. */
  digestAt: time('digest_at'),
  /** When the welcome email went out after the first confirmation. */
  welcomedAt: time('welcomed_at'),
  /** The end of the sending process's lease for the welcome email. */
  welcomingUntil: time('welcoming_until'),
  /** The stories in the welcome email: they count as received. */
  welcomeStories: uuid('welcome_stories').array(),
  /** Whether it is a disposable address. */
  isDisposable: boolean('is_disposable').notNull().default(false),
  createdAt: time('created_at').notNull(),
})
export type SubscriberRow = typeof subscribers.$inferSelect

/** A subscription to exactly one of category, publication and author. Triggers count its rows (docs/triggers.md). */
export const subscriptions = pgTable('subscriptions', {
  id: uuid().primaryKey(),
  /** The random token of the links in emails, which can confirm or end the subscription. */
  uuid: uuid().notNull(),
  /** The token of the confirmation email only: opening its link proves the address. */
  confirmUuid: uuid('confirm_uuid').notNull().defaultRandom(),
  subscriberId: partOf('subscriber_id', () => subscribers.id),
  category: text(),
  publicationId: uuid('publication_id').references(() => publications.id, { onDelete: 'cascade' }),
  authorId: uuid('author_id').references(() => users.id, { onDelete: 'cascade' }),
  frequency: text({ enum: frequencies }).notNull(),
  /** The reason for unsubscribing, if its owner gave one. */
  endReason: text('end_reason'),
  askedAt: time('asked_at').notNull(),
  /** The story on whose page it was requested, until it is confirmed: then it counts for that story. */
  askedOn: linkTo('asked_on', () => contents.id),
  confirmedAt: time('confirmed_at'),
  endedAt: time('ended_at'),
  /** When its owner confirmed it elsewhere, according to an import; `confirmedAt` is then the time of the import. */
  provenAt: time('proven_at'),
  createdAt: time('created_at').notNull(),
})

/** Subscriptions that an account requested for its own address before confirming it. */
export const subscriptionRequests = pgTable(
  'subscription_requests',
  {
    userId: partOf('user_id', () => users.id),
    subscriptionId: partOf('subscription_id', () => subscriptions.id),
    /** Whether the account made the first request for it, and so may end it. */
    isFirst: boolean('is_first').notNull(),
    frequency: text({ enum: frequencies }).notNull(),
    askedAt: time('asked_at').notNull(),
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
  createdAt: time('created_at').notNull(),
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
