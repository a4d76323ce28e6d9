import { boolean, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { subscriptions } from './subscriptions.ts'
import { users } from './users.ts'

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
