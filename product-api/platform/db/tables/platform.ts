import { bigint, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

/** Changes that readers can see, in the order of their commits. */
export const changes = pgTable('changes', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  tags: text().array().notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
})

/** The audit log. Rows outlive accounts, so they have the email address and no foreign keys. */
export const auditEvents = pgTable('audit_events', {
  id: uuid().primaryKey(),
  at: time('at').notNull(),
  action: text().notNull(),
  actorId: uuid('actor_id'),
  /** The account that was acted on. */
  userId: uuid('user_id'),
  email: text().notNull().default(''),
  address: text().notNull().default(''),
  userAgent: text('user_agent').notNull().default(''),
  details: jsonb().$type<Record<string, string>>().notNull().default({}),
})
