import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

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
