import { boolean, integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import type { SiteSettings } from '#contract/site.ts'
import { users } from './accounts.ts'
import { linkTo, time } from './columns.ts'

/** The settings that administrators have changed: one row, which is missing as long as there are none. */
export const siteSettings = pgTable('site_settings', {
  isOnly: boolean('is_only').primaryKey().default(true),
  settings: jsonb().$type<Partial<SiteSettings>>().notNull(),
  /** Grows with every change, for optimistic locking. */
  version: integer().notNull(),
  changedAt: time('changed_at').notNull(),
  changedBy: linkTo('changed_by', () => users.id),
})
