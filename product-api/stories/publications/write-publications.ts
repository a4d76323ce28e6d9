import { and, asc, eq, gt } from 'drizzle-orm'
import { refusePublicationName } from '#accounts/refuse-name.ts'
import { lockCallersAccount } from '#accounts/sessions.ts'
import { publications as calls } from '#contract/publications.ts'
import { tags } from '#contract/tags.ts'
import { relativeUploadUrl } from '#files/uploads.ts'
import { recordAudit } from '#platform/audit.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { SignedInContext } from '#platform/context.ts'
import { dayMs } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import { publications } from '#platform/db/tables/stories.ts'
import { transaction } from '#platform/db/transaction.ts'
import { invalidField, notFound, Problem } from '#platform/problem.ts'
import { slugify } from '#story-html/slugify.ts'
import { canPublishUnder } from '../load-story.ts'
import { findPublication, findPublicationById, type PublicationWithOwner } from '../publications.ts'
import { isAllowedSlug, slugCandidates } from '../write/slug.ts'
import { claimSlug, findPublicationForUpdate, insertUnderSlug, listSlugTimes, markPublication } from './repository.ts'

// A word of a route, of the calls or of the site's own pages (`/publication/new`), would hide a publication of that slug.
const reserved = new Set(['new', ...Object.values(calls).map(({ path }) => path.split('/')[2] ?? '')])

type NewPublication = { name: string; description?: string | undefined; image?: string | null | undefined }
/** Undefined fields stay as they are. */
type PublicationChange = { [Field in keyof NewPublication]?: NewPublication[Field] | undefined } & {
  slug?: string | undefined
}

/** New publications of one person in a day, and new addresses of one publication. */
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
    await requireProvenAddress(ctx, tx, 'before you create a publication')
    refusePublicationName(ctx, name)
    await refuseTooMany(ctx, tx)
    const now = ctx.now()
    const id = newId(now)
    const row = { id, name, description, image: relativeUploadUrl(ctx, image), ownerId: ctx.actor.id, createdAt: now }
    const slug = await insertUnderSlug(tx, row, slugCandidates('publication', name, id).filter(isFreeWord))
    if (!slug) throw new Error('No slug was free, not even the one with the id')
    await recordChange(ctx, tx, [tags.publication(slug), tags.publication(name), tags.publications])
    return readById(tx, id)
  })
}

/**
 * Changes what `change` names and leaves the rest. A former slug leads to the new one.
 * @throws Problem `not_found`, `forbidden`, `bad_request` for a new name or slug that none may have, `exists_already` for a
 * taken one, `too_many_requests`.
 */
export function updatePublication(
  ctx: SignedInContext,
  slugOrName: string,
  { slug: wantedSlug, ...change }: PublicationChange,
): Promise<PublicationWithOwner> {
  return transaction(ctx.db, async (tx) => {
    const before = await lockPublication(ctx, tx, slugOrName, 'Only the owner can change this publication.')
    const isRenamed = change.name !== undefined && change.name !== before.name
    const isMoved = wantedSlug !== undefined && wantedSlug !== before.slug
    if (isRenamed || isMoved) await requireProvenAddress(ctx, tx, 'before you rename a publication')
    if (isRenamed) refusePublicationName(ctx, change.name ?? '')
    const slug = isMoved ? await claimChosenSlug(ctx, tx, before.id, wantedSlug) : undefined
    await markPublication(tx, before.id, { ...change, slug, image: relativeUploadUrl(ctx, change.image) })
    const after = await readById(tx, before.id)
    // It is asked for by its name too; and every story under it says its name.
    const names = [tags.publicationName(before.slug), tags.publication(before.name), tags.publication(before.slug)]
    const always = [tags.publication(after.slug), tags.publication(after.name), tags.publications]
    const isNamedAnew = before.name !== after.name || before.slug !== after.slug
    await recordChange(ctx, tx, [...always, ...(isNamedAnew ? [...names, tags.sitemap] : [])])
    return after
  })
}

/**
 * Deletes a publication. Its stories stay, and are read as stories without a publication from now on; a job writes that
 * into their rows, and ends its subscriptions. Its slugs stay taken.
 * @throws Problem `not_found` or `forbidden`.
 */
export async function deletePublication(ctx: SignedInContext, slugOrName: string): Promise<void> {
  const remove = async (tx: Db) => {
    const { id, slug, name, ownerId } = await lockPublication(
      ctx,
      tx,
      slugOrName,
      'Only the owner can delete this publication.',
    )
    await markPublication(tx, id, { deletedAt: ctx.now(), image: null })
    await ctx.queue.enqueue(tx, 'end-publication', { publicationId: id })
    const details = { publication: slug, name }
    await recordAudit(ctx, tx, { action: 'publication_deleted', userId: ownerId ?? undefined, details })
    const lists = [tags.publication(slug), tags.publication(name), tags.publications, tags.sitemap]
    await recordChange(ctx, tx, [...lists, tags.publicationName(slug)])
    return id
  }
  await transaction(ctx.db, remove, { isThere: async (id) => !(await findPublicationById(ctx.db, id)) })
}

/** @throws Problem `not_found`, or `forbidden` with this sentence for someone else's. */
async function lockPublication(ctx: SignedInContext, tx: Db, slugOrName: string, refusal: string) {
  const found = await findPublication({ db: tx }, slugOrName)
  const locked = found && (await findPublicationForUpdate(tx, found.id))
  if (!locked) throw notFound('publication')
  if (!canPublishUnder(ctx.actor, locked)) throw new Problem('forbidden', { detail: refusal })
  return locked
}

/** Locks the caller's account. @throws Problem `forbidden`. */
async function requireProvenAddress(ctx: SignedInContext, tx: Db, before: string): Promise<void> {
  const { emailProvenAt, role } = await lockCallersAccount(ctx, tx)
  if (emailProvenAt || role === 'admin') return
  throw new Problem('forbidden', { detail: `Please confirm your email address ${before}.` })
}

async function claimChosenSlug(ctx: SignedInContext, tx: Db, publicationId: string, wanted: string): Promise<string> {
  const slug = slugify(wanted)
  if (!slug || !isFreeWord(slug) || !isAllowedSlug(slug)) {
    throw invalidField('slug', 'This address can’t be used for a publication. Please choose another one.')
  }
  const now = ctx.now()
  const times = await listSlugTimes(tx, publicationId, new Date(now.getTime() - dayMs))
  const claim = await claimSlug(tx, { slug, publicationId, createdAt: now })
  if (claim === 'taken') {
    const detail = 'Another publication has or had this address. Please choose another one.'
    throw new Problem('exists_already', { detail, fields: { slug: detail } })
  }
  if (claim === 'new') refuseBeyond(ctx, times, `You can give a publication ${dailyMost} addresses a day.`)
  return slug
}

function isFreeWord(slug: string): boolean {
  return !reserved.has(slug)
}

async function refuseTooMany(ctx: SignedInContext, tx: Db): Promise<void> {
  const { createdAt, ownerId } = publications
  const made = await tx
    .select({ createdAt })
    .from(publications)
    .where(and(eq(ownerId, ctx.actor.id), gt(createdAt, new Date(ctx.now().getTime() - dayMs))))
    .orderBy(asc(createdAt))
  const times = made.map((row) => row.createdAt)
  refuseBeyond(ctx, times, `You can create ${dailyMost} publications a day.`)
}

/** @throws Problem `too_many_requests` if it was done `dailyMost` times within a day; `times`: when, the oldest first. */
function refuseBeyond({ now }: SignedInContext, times: readonly Date[], sentence: string): void {
  const [first] = times.slice(-dailyMost)
  if (!first || times.length < dailyMost) return
  const retryAfterSeconds = Math.max(1, Math.ceil((first.getTime() + dayMs - now().getTime()) / 1000))
  throw new Problem('too_many_requests', { detail: `${sentence} Please try again tomorrow.`, retryAfterSeconds })
}

async function readById(tx: Db, id: string): Promise<PublicationWithOwner> {
  const row = await findPublicationById(tx, id)
  if (!row) throw new Error('A publication was written and is not there')
  return row
}
