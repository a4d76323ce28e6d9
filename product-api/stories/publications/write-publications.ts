import { and, asc, eq, gt } from 'drizzle-orm'
import { refusePublicationName } from '#accounts/refuse-name.ts'
import { lockCallersAccount } from '#accounts/sessions.ts'
import { publications as calls } from '#contract/publications.ts'
import { tags } from '#contract/tags.ts'
import { relativeUploadUrl } from '#files/uploads.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import { publications } from '#platform/db/tables/stories.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notFound, Problem } from '#platform/problem.ts'
import { canPublishUnder } from '../load-story.ts'
import { findPublication, findPublicationById, type PublicationWithOwner } from '../publications.ts'
import { slugCandidates } from '../write/slug.ts'

// A word of a route, of the calls or of the site's own pages (`/publication/new`), would hide a publication of that slug.
const reserved = new Set(['new', ...Object.values(calls).map(({ path }) => path.split('/')[2] ?? '')])

type NewPublication = { name: string; description?: string | undefined; image?: string | null | undefined }
/** Undefined fields stay as they are. */
type PublicationChange = { [Field in keyof NewPublication]?: NewPublication[Field] | undefined }

const dayMs = 24 * 60 * 60 * 1000
/** New publications of one person in a day. */
const dailyMost = 3

/**
 * @throws Problem `forbidden` until the caller's address is proven, `bad_request` for a name that none may have,
 * `exists_already` for one that a publication has, in whatever case; `too_many_requests`.
 */
export async function createPublication(
  ctx: SignedInContext,
  { name, description, image }: NewPublication,
): Promise<PublicationWithOwner> {
  await ctx.limits.take('publication', ctx.actor.id)
  return transaction(ctx.db, async (tx) => {
    // Lock the account, so that the daily limit counts publications that are created at the same time.
    const owner = await lockCallersAccount(ctx, tx)
    if (!owner.emailProvenAt) {
      throw new Problem('forbidden', { detail: 'Please confirm your email address before you create a publication.' })
    }
    refusePublicationName(ctx, name)
    await refuseTooMany(ctx, tx)
    const now = ctx.now()
    const id = newId(now)
    const row = { id, name, description, image: relativeUploadUrl(ctx, image), ownerId: ctx.actor.id, createdAt: now }
    const slug = await insertUnderSlug(tx, row)
    await recordChange(ctx, tx, [tags.publication(slug), tags.publication(name), tags.publications])
    return readById(tx, id)
  })
}

/**
 * Changes what `change` names and leaves the rest; the slug stays.
 * @throws Problem `not_found`, `forbidden`, `bad_request` for a new name that none may have, `exists_already` for a taken
 * one.
 */
export function updatePublication(
  ctx: SignedInContext,
  slugOrName: string,
  change: PublicationChange,
): Promise<PublicationWithOwner> {
  return transaction(ctx.db, async (tx) => {
    const found = await findPublication({ db: tx }, slugOrName)
    if (!found) throw notFound('publication')
    // The checks of foreign keys do not wait for this lock.
    const [before] = await tx.select().from(publications).where(eq(publications.id, found.id)).for('no key update')
    if (!before) throw notFound('publication')
    if (!canPublishUnder(ctx.actor, before)) {
      throw new Problem('forbidden', { detail: 'Only the owner can change this publication.' })
    }
    if (change.name !== undefined && change.name !== before.name) refusePublicationName(ctx, change.name)
    await markPublication(tx, before.id, { ...change, image: relativeUploadUrl(ctx, change.image) })
    const after = await readById(tx, before.id)
    // It is asked for by its name too; and every story under it says its name.
    const names = before.name === after.name ? [] : [tags.publicationName(after.slug), tags.publication(before.name)]
    const always = [tags.publication(after.slug), tags.publication(after.name), tags.publications]
    await recordChange(ctx, tx, [...always, ...names])
    return after
  })
}

async function refuseTooMany({ actor, now }: SignedInContext, tx: Db): Promise<void> {
  const { createdAt, ownerId } = publications
  const made = await tx
    .select({ createdAt })
    .from(publications)
    .where(and(eq(ownerId, actor.id), gt(createdAt, new Date(now().getTime() - dayMs))))
    .orderBy(asc(createdAt))
  const [first] = made
  if (!first || made.length < dailyMost) return
  const retryAfterSeconds = Math.max(1, Math.ceil((first.createdAt.getTime() + dayMs - now().getTime()) / 1000))
  const detail = `You can create ${dailyMost} publications a day. Please try again tomorrow.`
  throw new Problem('too_many_requests', { detail, retryAfterSeconds })
}

async function readById(tx: Db, id: string): Promise<PublicationWithOwner> {
  const row = await findPublicationById(tx, id)
  if (!row) throw new Error('A publication was written and is not there')
  return row
}

/**
 * Under the first of its name's slugs that no publication has.
 * @returns the slug. @throws Problem `exists_already` if the name is taken.
 */
async function insertUnderSlug(tx: Db, row: Omit<typeof publications.$inferInsert, 'slug'>): Promise<string> {
  const candidates = slugCandidates('publication', row.name, row.id).filter((slug) => !reserved.has(slug))
  for (const slug of candidates) {
    const insert = tx
      .insert(publications)
      .values({ ...row, slug })
      .onConflictDoNothing({ target: publications.slug })
    const [made] = await refuseTakenName(insert.returning({ slug: publications.slug }))
    if (made) return made.slug
  }
  throw new Error('No slug was free, not even the one with the id')
}

/** Leaves undefined fields as they are. @throws Problem `exists_already` if the name is taken. */
async function markPublication(tx: Db, id: string, change: PublicationChange): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return
  await refuseTakenName(tx.update(publications).set(change).where(eq(publications.id, id)))
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
