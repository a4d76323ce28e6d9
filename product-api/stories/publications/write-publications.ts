import { lockCallersAccount } from '#accounts/lock-callers-account.ts'
import { refusePublicationName } from '#accounts/refuse-name.ts'
import { publications } from '#contract/publications.ts'
import { tags } from '#contract/tags.ts'
import { relativeUploadUrl } from '#files/uploads.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { SignedInContext } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notFound, Problem } from '#platform/problem.ts'
import { slugify } from '#story-html/slugify.ts'
import { canPublishUnder } from '../rights.ts'
import * as repository from './repository.ts'

const unproven = 'Please confirm your email address before you create a publication.'

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
): Promise<repository.PublicationWithOwner> {
  await ctx.limits.take('publication', ctx.actor.id)
  return transaction(ctx.db, async (tx) => {
    // Lock the account, so that the daily limit counts publications that are created at the same time.
    const owner = await lockCallersAccount(ctx, tx)
    if (!owner.emailProvenAt) throw new Problem('forbidden', { detail: unproven })
    refusePublicationName(ctx, name)
    await refuseTooMany(ctx, tx)
    const now = ctx.now()
    const id = newId(now)
    const row = { id, name, description, image: relativeUploadUrl(ctx, image), ownerId: ctx.actor.id, createdAt: now }
    const slug = await repository.insertUnderSlug(tx, row, slugCandidates(name, id))
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
): Promise<repository.PublicationWithOwner> {
  return transaction(ctx.db, async (tx) => {
    const found = await repository.findBySlugOrName(tx, slugOrName)
    const before = found && (await repository.findByIdForUpdate(tx, found.id))
    if (!before) throw notFound('publication')
    if (!canPublishUnder(ctx.actor, before)) {
      throw new Problem('forbidden', { detail: 'Only the owner can change this publication.' })
    }
    if (change.name !== undefined && change.name !== before.name) refusePublicationName(ctx, change.name)
    await repository.markPublication(tx, before.id, { ...change, image: relativeUploadUrl(ctx, change.image) })
    const after = await readById(tx, before.id)
    // It is asked for by its name too; and every story under it says its name.
    const names = before.name === after.name ? [] : [tags.publicationName(after.slug), tags.publication(before.name)]
    await recordChange(ctx, tx, [
      ...[tags.publication(after.slug), tags.publication(after.name), tags.publications],
      ...names,
    ])
    return after
  })
}

async function refuseTooMany({ actor, now }: SignedInContext, tx: SignedInContext['db']): Promise<void> {
  const [first, ...others] = await repository.listMadeSince(tx, actor.id, new Date(now().getTime() - dayMs))
  if (!first || others.length + 1 < dailyMost) return
  const retryAfterSeconds = Math.max(1, Math.ceil((first.getTime() + dayMs - now().getTime()) / 1000))
  const detail = `You can create ${dailyMost} publications a day. Please try again tomorrow.`
  throw new Problem('too_many_requests', { detail, retryAfterSeconds })
}

async function readById(tx: SignedInContext['db'], id: string): Promise<repository.PublicationWithOwner> {
  const row = await repository.findById(tx, id)
  if (!row) throw new Error('A publication was written and is not there')
  return row
}

// A word of a route, of the calls or of the site's own pages (`/publication/new`), would hide a publication of that slug.
const reserved = new Set(['new', ...Object.values(publications).map(({ path }) => path.split('/')[2] ?? '')])

/** Slugs to try in this order for a publication; the last one is its own by its id. */
function slugCandidates(name: string, id: string): string[] {
  const tail = id.replaceAll('-', '').slice(-8)
  const wanted = slugify(name)
  if (!wanted) return [`publication-${tail}`]
  const numbered = [wanted, ...[2, 3, 4, 5].map((number) => `${wanted}-${number}`)]
  return [...numbered, `${wanted}-${tail}`].filter((slug) => !reserved.has(slug))
}
