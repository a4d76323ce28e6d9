import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { publicationSlugs, publications } from '#platform/db/tables/stories.ts'
import { Problem } from '#platform/problem.ts'

type PublicationRow = typeof publications.$inferSelect
type NewRow = typeof publications.$inferInsert

/**
 * Inserts a publication under the first of these slugs that no publication has or had.
 * @returns the slug, or undefined if all are taken. @throws Problem `exists_already` if the name is taken.
 */
export async function insertUnderSlug(
  tx: Db,
  row: Omit<NewRow, 'slug'>,
  candidates: readonly string[],
): Promise<string | undefined> {
  for (const slug of candidates) {
    const claim = await claimSlug(tx, { slug, publicationId: row.id, createdAt: row.createdAt })
    if (claim === 'taken') continue
    await refuseTakenName(tx.insert(publications).values({ ...row, slug }))
    return slug
  }
  return undefined
}

/** Locks a publication that is not deleted; the checks of foreign keys do not wait for this lock. */
export async function findPublicationForUpdate(tx: Db, id: string): Promise<PublicationRow | undefined> {
  const [row] = await tx.select().from(publications).where(eq(publications.id, id)).for('no key update')
  return row?.deletedAt ? undefined : row
}

/** Keeps a publication that is not deleted as it is until the transaction ends; several transactions can do so at once. */
export async function findPublicationForShare(tx: Db, id: string): Promise<PublicationRow | undefined> {
  const [row] = await tx.select().from(publications).where(eq(publications.id, id)).for('share')
  return row?.deletedAt ? undefined : row
}

/** Leaves undefined fields as they are. @throws Problem `exists_already` if the name is taken. */
export async function markPublication(
  tx: Db,
  id: string,
  change: { [Field in keyof PublicationRow]?: PublicationRow[Field] | undefined },
): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return
  await refuseTakenName(tx.update(publications).set(change).where(eq(publications.id, id)))
}

/** @returns `own` for a slug that the publication has or had, `taken` for another's. */
export async function claimSlug(tx: Db, claim: typeof publicationSlugs.$inferInsert): Promise<'new' | 'own' | 'taken'> {
  const claimed = await tx.insert(publicationSlugs).values(claim).onConflictDoNothing().returning()
  if (claimed.length > 0) return 'new'
  const [holder] = await tx.select().from(publicationSlugs).where(eq(publicationSlugs.slug, claim.slug))
  return holder?.publicationId === claim.publicationId ? 'own' : 'taken'
}

/** When the publication took its slugs since `after`, the oldest first. */
export async function listSlugTimes(tx: Db, publicationId: string, after: Date): Promise<Date[]> {
  const { createdAt } = publicationSlugs
  const rows = await tx
    .select({ createdAt })
    .from(publicationSlugs)
    .where(and(eq(publicationSlugs.publicationId, publicationId), gt(createdAt, after)))
    .orderBy(createdAt)
  return rows.map((row) => row.createdAt)
}

async function refuseTakenName<T>(query: PromiseLike<T>): Promise<T> {
  try {
    return await query
  } catch (cause) {
    const { code, constraint } = ((cause as Error).cause ?? {}) as { code?: string; constraint?: string }
    if (code !== '23505' || constraint !== 'publications_name_key') throw cause
    const detail = 'A publication with this name already exists.'
    throw new Problem('exists_already', { detail, fields: { name: detail }, cause })
  }
}
