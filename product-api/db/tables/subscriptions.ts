import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { publications } from './publications.ts'
import { subscribers } from './subscribers.ts'
import { users } from './users.ts'

/** One thing that one address gets mail about: exactly one of category, publication and author. */
export const subscriptions = pgTable('subscriptions', {
  id: uuid().primaryKey(),
  /** What the links in mails carry: random, and worth a confirmation or an end. */
  uuid: uuid().notNull(),
  subscriberId: uuid('subscriber_id')
    .notNull()
    .references(() => subscribers.id, { onDelete: 'cascade' }),
  category: text(),
  publicationId: uuid('publication_id').references(() => publications.id, { onDelete: 'cascade' }),
  authorId: uuid('author_id').references(() => users.id, { onDelete: 'cascade' }),
  frequency: text({ enum: ['daily', 'weekly'] }).notNull(),
  askedAt: timestamp('asked_at', { withTimezone: true, precision: 3 }).notNull(),
  confirmedAt: timestamp('confirmed_at', { withTimezone: true, precision: 3 }),
  endedAt: timestamp('ended_at', { withTimezone: true, precision: 3 }),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
})
