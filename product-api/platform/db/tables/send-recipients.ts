import { boolean, pgTable, primaryKey, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** The ledger: one row per send and subscriber. */
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
