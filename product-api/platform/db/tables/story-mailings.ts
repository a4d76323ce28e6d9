import { date, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** What was decided about emailing a story that was published with 'Send Newsletter'. */
export const storyMailings = pgTable('story_mailings', {
  contentId: uuid('content_id').primaryKey(),
  authorId: uuid('author_id'),
  /** To whose subscribers it goes; an edit of the story does not change it. */
  category: text().notNull(),
  /** `held`: only to followers, until an administrator decides. `declined`: an administrator said no. */
  state: text({ enum: ['refused', 'held', 'declined', 'sent'] }).notNull(),
  reason: text({ enum: ['no_author', 'suspended', 'unproven', 'new_author', 'one_a_day'] }),
  /** The day (UTC) on which it goes to the subscribers. */
  mailedOn: date('mailed_on', { mode: 'string' }),
  createdAt: moment('created_at').notNull(),
  /** When an administrator decided, and who. */
  decidedAt: moment('decided_at'),
  decidedBy: uuid('decided_by'),
})
export type MailingRow = typeof storyMailings.$inferSelect
