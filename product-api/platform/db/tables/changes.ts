import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** What was written that readers can see, in the order of the commits. */
export const changes = pgTable('changes', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  tags: text().array().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
})
