import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { SiteSettings } from '#contract/site.ts'
import type { SitePage } from '#contract/site-pages.ts'
import { users } from './accounts.ts'
import { linkTo, time } from './columns.ts'
import { contents } from './stories.ts'

/** The settings that administrators have changed: one row, which is missing as long as there are none. */
export const siteSettings = pgTable('site_settings', {
  isOnly: boolean('is_only').primaryKey().default(true),
  settings: jsonb().$type<Partial<SiteSettings>>().notNull(),
  /** Grows with every change, for optimistic locking. */
  version: integer().notNull(),
  changedAt: time('changed_at').notNull(),
  changedBy: linkTo('changed_by', () => users.id),
})

/** The texts of the site's own pages that administrators have written; the published copy is null until there is one. */
export const siteTexts = pgTable('site_texts', {
  page: text().$type<SitePage>().primaryKey(),
  /** The story that is edited: it stays a draft. */
  contentId: linkTo('content_id', () => contents.id).unique(),
  title: text(),
  intro: text(),
  content: text(),
  publishedAt: time('published_at'),
  publishedBy: linkTo('published_by', () => users.id),
  /** The version of the draft that was copied. */
  publishedVersion: integer('published_version'),
  /** The uploaded pictures in the published copy. */
  uploadIds: text('upload_ids').array().notNull().default([]),
})
