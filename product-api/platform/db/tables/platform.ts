import { bigint, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** What was written that readers can see, in the order of the commits. */
export const changes = pgTable('changes', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  tags: text().array().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
})

/** Who did what, when, from where. Rows outlive the people: no reference, and the email address is in the row. */
export const auditEvents = pgTable('audit_events', {
  id: uuid().primaryKey(),
  at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  action: text().notNull(),
  actorId: uuid('actor_id'),
  /** Whose account it was done to. */
  userId: uuid('user_id'),
  email: text().notNull().default(''),
  address: text().notNull().default(''),
  userAgent: text('user_agent').notNull().default(''),
  details: jsonb().$type<Record<string, string>>().notNull().default({}),
})
