import { boolean, date, integer, pgTable, primaryKey, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** One sending of emails to many. */
export const sends = pgTable('sends', {
  id: uuid().primaryKey(),
  /** A list's digest that an administrator sends, the personal digests of a quarter of an hour, or one story. */
  kind: text({ enum: ['campaign', 'digest', 'story'] }).notNull(),
  env: text({ enum: ['test', 'prod'] }).notNull(),
  category: text(),
  frequency: text({ enum: ['daily', 'weekly'] }),
  /** E.g. `2026-11-23`, `2026-W48` or `2026-11-23T06:15Z`. */
  period: text().notNull(),
  contentId: uuid('content_id'),
  /** Which part of the readers a story's send is for. */
  audience: text({ enum: ['followers', 'subscribers', 'everyone'] }),
  createdBy: uuid('created_by'),
  /** What may never go out twice. */
  key: text().notNull(),
  state: text({ enum: ['freezing', 'sending', 'paused', 'cancelled', 'done'] }).notNull(),
  pausedBy: text('paused_by', { enum: ['operator', 'no_answer', 'refusals'] }),
  /** What the mail server said when it took nothing. */
  pauseAnswer: text('pause_answer'),
  /** When a send that waits for the mail server is tried again. */
  resumeAt: moment('resume_at'),
  /** Names the send in return paths; `secret` proves that these are ours. */
  mark: text().notNull(),
  secret: text().notNull(),
  createdAt: moment('created_at').notNull(),
  snapshotAt: moment('frozen_at'),
  endedAt: moment('ended_at'),
  // How many recipients are in which state; kept by the trigger of the recipients, never written here.
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

/** Which stories some recipients of a send get: all who get the same ones share an edition. */
export const sendEditions = pgTable('send_editions', {
  id: uuid().primaryKey(),
  sendId: uuid('send_id').notNull(),
  /** In the order of the email. */
  stories: uuid().array().notNull(),
  /** The stories as one word. */
  key: text().notNull(),
  /** When the last story of it was published. */
  newestAt: timestamp('newest_at', { withTimezone: true, precision: 3 }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
})
export type EditionRow = typeof sendEditions.$inferSelect

/** The ledger: one row per send and subscriber. Triggers count its rows (docs/triggers.md). */
export const sendRecipients = pgTable(
  'send_recipients',
  {
    sendId: uuid('send_id').notNull(),
    subscriberId: uuid('subscriber_id').notNull(),
    /** By which subscription, for the links of the email; null for a test. */
    subscriptionId: uuid('subscription_id'),
    editionId: uuid('edition_id').notNull(),
    /** Of the address, for what is allowed to each. */
    domain: text().notNull(),
    state: text({ enum: ['queued', 'sending', 'sent', 'uncertain', 'bounced', 'failed', 'left_out', 'cancelled'] })
      .notNull()
      .default('queued'),
    /** When it may be tried. */
    dueAt: moment('due_at').notNull(),
    /** Until then the process that took it sends it; after that another one may. */
    leaseUntil: moment('lease_until'),
    /** Tries that a mail server answered. */
    tries: smallint().notNull().default(0),
    /** Its due time is its place in the line of its domain. */
    isPlaced: boolean('is_placed').notNull().default(false),
    /** If the outcome of this try stays unknown, no other one follows. */
    isLastTry: boolean('is_last_try').notNull().default(false),
    /** Why it failed, bounced or was left out, in a word; `answer`: what the mail server said. */
    reason: text(),
    answer: text(),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subscriberId, table.sendId] })],
)
export type RecipientRow = typeof sendRecipients.$inferSelect

/** What was decided about emailing a story that was published with 'Send Newsletter'. */
export const storyMailings = pgTable('story_mailings', {
  contentId: uuid('content_id').primaryKey(),
  authorId: uuid('author_id'),
  /** To whose subscribers it goes; an edit of the story does not change it. */
  category: text().notNull(),
  /** `held`: only to followers, until an administrator decides. `declined`: an administrator said no. */
  state: text({ enum: ['refused', 'held', 'declined', 'sent'] }).notNull(),
  reason: text({ enum: ['no_author', 'suspended', 'unproven', 'new_author', 'one_a_day'] }),
  /** The day (UTC) on which it goes to the subscribers. */
  mailedOn: date('mailed_on', { mode: 'string' }),
  createdAt: moment('created_at').notNull(),
  /** When an administrator decided, and who. */
  decidedAt: moment('decided_at'),
  decidedBy: uuid('decided_by'),
})
export type MailingRow = typeof storyMailings.$inferSelect
