import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { contents } from './stories.ts'

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** A picture; the size is that of the largest file. */
export const uploads = pgTable('uploads', {
  id: text().primaryKey(),
  width: integer().notNull(),
  height: integer().notNull(),
  bytes: integer().notNull(),
  createdAt: time('created_at').notNull(),
  /** When the same bytes last came. */
  sentAt: time('sent_at').notNull(),
})

/** Who has sent a picture: nothing shows it, an operator who must know can ask. */
export const uploadOwners = pgTable(
  'upload_owners',
  {
    uploadId: text('upload_id')
      .notNull()
      .references(() => uploads.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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
    contentId: uuid('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.contentId] })],
)

/** Files in the storage: one a width, whose name is `name` and the width; without an upload they are to be removed. */
export const uploadFiles = pgTable('upload_files', {
  name: text().primaryKey(),
  uploadId: text('upload_id').references(() => uploads.id, { onDelete: 'set null' }),
  /** Of the largest. */
  width: integer().notNull(),
  createdAt: time('created_at').notNull(),
})
