import { and, eq, isNull } from 'drizzle-orm'
import type { SitePage } from '#contract/site-pages.ts'
import type { Db } from '#platform/db/client.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { siteTexts } from '#platform/db/tables/site.ts'
import { contents } from '#platform/db/tables/stories.ts'

export type SiteTextRow = typeof siteTexts.$inferSelect

/** The page whose text a story is the draft of. */
export async function findPageOfDraft(db: Db, contentId: string): Promise<SitePage | undefined> {
  const [row] = await db.select({ page: siteTexts.page }).from(siteTexts).where(eq(siteTexts.contentId, contentId))
  return row?.page
}

export async function findSiteText(db: Db, page: SitePage): Promise<SiteTextRow | undefined> {
  const [row] = await db.select().from(siteTexts).where(eq(siteTexts.page, page))
  return row
}

/** Locks the row of a page until the transaction ends; adds it if it is missing, so that others wait for that too. */
export async function lockSiteText(tx: Db, page: SitePage): Promise<SiteTextRow> {
  await tx.insert(siteTexts).values({ page }).onConflictDoNothing()
  const [row] = await tx.select().from(siteTexts).where(eq(siteTexts.page, page)).for('update')
  if (!row) throw new Error(`The row of the page ${page} is gone`)
  return row
}

export async function markSiteText(tx: Db, page: SitePage, change: Partial<SiteTextRow>): Promise<void> {
  await tx.update(siteTexts).set(change).where(eq(siteTexts.page, page))
}

/** Every row, with its draft unless that is deleted, and the name of who published it. */
export function listSiteTexts(db: Db) {
  return db
    .select({
      page: siteTexts.page,
      title: siteTexts.title,
      publishedAt: siteTexts.publishedAt,
      publishedVersion: siteTexts.publishedVersion,
      publishedBy: users.name,
      draft: { slug: contents.slug, version: contents.version, updatedAt: contents.updatedAt },
    })
    .from(siteTexts)
    .leftJoin(contents, and(eq(contents.id, siteTexts.contentId), isNull(contents.deletedAt)))
    .leftJoin(users, eq(users.id, siteTexts.publishedBy))
}

export type ListedSiteText = Awaited<ReturnType<typeof listSiteTexts>>[number]
