import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { publications } from './publications.ts'
import { subscribers } from './subscribers.ts'
import { users } from './users.ts'

/** One thing that one address gets emails about: exactly one of category, publication and author. */
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
