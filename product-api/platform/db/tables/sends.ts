import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

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
  frozenAt: moment('frozen_at'),
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
