import { boolean, date, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { publications } from './stories.ts'

/** An address that gets emails, with or without an account. Triggers count its rows (docs/triggers.md). */
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

/** One thing that one address gets emails about: exactly one of category, publication and author. Triggers count its rows (docs/triggers.md). Triggers count its rows (docs/triggers.md). */
export const subscriptions = pgTable('subscriptions', {
  id: uuid().primaryKey(),
  /** What the links in emails carry: random, and worth a confirmation or an end. */
  uuid: uuid().notNull(),
  /** The link of the email that asks to confirm it, and of nothing else: following it proves the address. */
  confirmUuid: uuid('confirm_uuid').notNull().defaultRandom(),
  subscriberId: uuid('subscriber_id')
    .notNull()
    .references(() => subscribers.id, { onDelete: 'cascade' }),
  category: text(),
  publicationId: uuid('publication_id').references(() => publications.id, { onDelete: 'cascade' }),
  authorId: uuid('author_id').references(() => users.id, { onDelete: 'cascade' }),
  frequency: text({ enum: ['daily', 'weekly', 'published'] }).notNull(),
  /** Why its owner ended it, if they said so. */
  endReason: text('end_reason'),
  askedAt: timestamp('asked_at', { withTimezone: true, precision: 3 }).notNull(),
  confirmedAt: timestamp('confirmed_at', { withTimezone: true, precision: 3 }),
  endedAt: timestamp('ended_at', { withTimezone: true, precision: 3 }),
  /** When its owner confirmed it elsewhere, by the word of an import; `confirmedAt` is then when it came here. */
  provenAt: timestamp('proven_at', { withTimezone: true, precision: 3 }),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
})

/** What an account asked for at its own address before that was proven. */
export const subscriptionRequests = pgTable(
  'subscription_requests',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'cascade' }),
    /** No one else had asked for it there: the account may end it. */
    isFirst: boolean('is_first').notNull(),
    frequency: text({ enum: ['daily', 'weekly', 'published'] }).notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.subscriptionId] })],
)

/** Addresses that newsletters no longer go to, whatever they are subscribed to. Other emails do go there. */
export const suppressions = pgTable('suppressions', {
  id: uuid().primaryKey(),
  email: text().notNull(),
  reason: text({ enum: ['hard_bounce', 'soft_bounces', 'complaint', 'manual'] }).notNull(),
  /** What the mail server or the report said. */
  detail: text().notNull().default(''),
  sendId: uuid('send_id'),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
})
export type SuppressionRow = typeof suppressions.$inferSelect

/** Temporary bounces, such as a full mailbox: one row for an address (in lower case) and a day. */
export const softBounces = pgTable(
  'soft_bounces',
  {
    email: text().notNull(),
    day: date().notNull(),
    detail: text().notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.email, table.day] })],
)
