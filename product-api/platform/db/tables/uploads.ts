import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { partOf, time } from './columns.ts'
import { contents } from './stories.ts'

/** An uploaded picture; the size is that of its largest file. */
export const uploads = pgTable('uploads', {
  id: text().primaryKey(),
  width: integer().notNull(),
  height: integer().notNull(),
  bytes: integer().notNull(),
  createdAt: time('created_at').notNull(),
  /** When the same bytes were last uploaded. */
  sentAt: time('sent_at').notNull(),
})

/** The uploader of a picture. Not shown anywhere; an operator can look it up in the database. */
export const uploadOwners = pgTable(
  'upload_owners',
  {
    uploadId: text('upload_id')
      .notNull()
      .references(() => uploads.id, { onDelete: 'cascade' }),
    userId: partOf('user_id', () => users.id),
    createdAt: time('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.userId] })],
)

export const uploadUses = pgTable(
  'upload_uses',
  {
    uploadId: text('upload_id')
      .notNull()
      .references(() => uploads.id),
    contentId: partOf('content_id', () => contents.id),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.contentId] })],
)

/** Files in the storage, one for each width, named `name` plus the width; without an upload they are deleted. */
export const uploadFiles = pgTable('upload_files', {
  name: text().primaryKey(),
  uploadId: text('upload_id').references(() => uploads.id, { onDelete: 'set null' }),
  /** The width of the largest file. */
  width: integer().notNull(),
  createdAt: time('created_at').notNull(),
})
