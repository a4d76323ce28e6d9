import { getTableColumns } from 'drizzle-orm'
import { contents } from '../db/tables/contents.ts'
import { publications } from '../db/tables/publications.ts'
import { users } from '../db/tables/users.ts'

const { content, contentText: _text, deletedAt: _deleted, ...ownColumns } = getTableColumns(contents)

/** What a list shows of a story, its author and its publication: everything but the body. */
export const cardColumns = {
  ...ownColumns,
  accountName: users.name,
  accountEmail: users.email,
  accountImage: users.profileImage,
  accountShowsEmail: users.showEmail,
  publicationName: publications.name,
  publicationSlug: publications.slug,
}
export const pageColumns = { ...cardColumns, content }

type OwnColumns = Omit<typeof contents.$inferSelect, 'content' | 'contentText' | 'deletedAt'>
export type CardRow = OwnColumns & {
  accountName: string | null
  accountEmail: string | null
  accountImage: string | null
  accountShowsEmail: boolean | null
  publicationName: string | null
  publicationSlug: string | null
  /** Only where it was asked for. */
  content?: string
}
export type PageRow = CardRow & { content: string }
