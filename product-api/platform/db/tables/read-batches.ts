import { pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Batches of reads that were counted, so that none counts twice. */
export const readBatches = pgTable('read_batches', {
  id: uuid().primaryKey(),
  receivedAt: timestamp('received_at', { withTimezone: true, precision: 3 }).notNull(),
})
