import { boolean, date, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { digestFrequencies } from '#contract/frequencies.ts'
import { time } from './columns.ts'

/** A mailing to many recipients. */
export const sends = pgTable('sends', {
  id: uuid().primaryKey(),
  /** A list's digest that an administrator sends, the personal digests of a quarter of an hour, or one story. */
  kind: text({ enum: ['campaign', 'digest', 'story'] }).notNull(),
  env: text({ enum: ['test', 'prod'] }).notNull(),
  category: text(),
  frequency: text({ enum: digestFrequencies }),
  /** E.g. `2026-11-23`, `2026-W48` or `2026-11-23T06:15Z`. */
  period: text().notNull(),
  contentId: uuid('content_id'),
  /** The audience of a story's send. */
  audience: text({ enum: ['followers', 'subscribers', 'everyone'] }),
  createdBy: uuid('created_by'),
  /** The idempotency key: no two sends have the same. */
  key: text().notNull(),
  state: text({ enum: ['freezing', 'sending', 'paused', 'cancelled', 'done'] }).notNull(),
  pausedBy: text('paused_by', { enum: ['operator', 'no_answer', 'refusals'] }),
  /** The mail server's reply when it refused everything. */
  pauseAnswer: text('pause_answer'),
  /** When a send that was paused because of the mail server is resumed. */
  resumeAt: time('resume_at'),
  /** Identifies the send in return paths; `secret` signs them. */
  mark: text().notNull(),
  secret: text().notNull(),
  createdAt: time('created_at').notNull(),
  snapshotAt: time('frozen_at'),
  endedAt: time('ended_at'),
  // The number of recipients by state, maintained by a trigger on the recipients, never written directly.
  queued: integer().notNull().default(0),
  sending: integer().notNull().default(0),
  sent: integer().notNull().default(0),
  uncertain: integer().notNull().default(0),
  bounced: integer().notNull().default(0),
  failed: integer().notNull().default(0),
  leftOut: integer('left_out').notNull().default(0),
  cancelled: integer().notNull().default(0),
})
export type SendRow = typeof sends.$inferSelect

/** A selection of a send's stories; all recipients who get the same stories share an edition. */
export const sendEditions = pgTable('send_editions', {
  id: uuid().primaryKey(),
  sendId: uuid('send_id').notNull(),
  /** The ids in the order of the email. */
  stories: uuid().array().notNull(),
  /** The stories' ids in one text, for a unique index. */
  key: text().notNull(),
  /** When its newest story was published. */
  newestAt: time('newest_at').notNull(),
  createdAt: time('created_at').notNull(),
})

/** The ledger: one row per send and subscriber. Triggers count its rows (docs/triggers.md). */
export const sendRecipients = pgTable(
  'send_recipients',
  {
    sendId: uuid('send_id').notNull(),
    subscriberId: uuid('subscriber_id').notNull(),
    /** The subscription, for the links in the email; null for a test. */
    subscriptionId: uuid('subscription_id'),
    editionId: uuid('edition_id').notNull(),
    /** The domain of the address, for the limits of each domain. */
    domain: text().notNull(),
    state: text({ enum: ['queued', 'sending', 'sent', 'uncertain', 'bounced', 'failed', 'left_out', 'cancelled'] })
      .notNull()
      .default('queued'),
    /** When it is due. */
    dueAt: time('due_at').notNull(),
    /** The end of the sending process's lease; then another process may take it. */
    leaseUntil: time('lease_until'),
    /** The tries that a mail server answered. */
    tries: smallint().notNull().default(0),
    /** It waits for its domain's limit, so its due time is its place in that queue. */
    isPlaced: boolean('is_placed').notNull().default(false),
    /** If the outcome of this try stays unknown, it is not repeated. */
    isLastTry: boolean('is_last_try').notNull().default(false),
    /** A code for why it failed, bounced or was skipped; `answer`: the mail server's reply. */
    reason: text(),
    answer: text(),
    changedAt: time('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subscriberId, table.sendId] })],
)
export type RecipientRow = typeof sendRecipients.$inferSelect

/** The decision about emailing a story that was published with 'Send Newsletter'. */
export const storyMailings = pgTable('story_mailings', {
  contentId: uuid('content_id').primaryKey(),
  authorId: uuid('author_id'),
  /** The subscriptions that it goes to; an edit of the story does not change them. */
  category: text().notNull(),
  /** `held`: only to followers, until an administrator decides. `declined`: an administrator refused. */
  state: text({ enum: ['refused', 'held', 'declined', 'sent'] }).notNull(),
  reason: text({ enum: ['no_author', 'suspended', 'unproven', 'new_author', 'one_a_day'] }),
  /** The day (UTC) on which it goes to the subscribers. */
  mailedOn: date('mailed_on', { mode: 'string' }),
  createdAt: time('created_at').notNull(),
  /** When an administrator decided, and which one. */
  decidedAt: time('decided_at'),
  decidedBy: uuid('decided_by'),
})
export type MailingRow = typeof storyMailings.$inferSelect
