import type { Context, SignedInContext } from '../context.ts'
import type { Db } from '../db/client.ts'
import { newId } from '../db/id.ts'
import { transaction } from '../db/transaction.ts'
import { Problem } from '../problem.ts'
import { findPublicationById } from '../publications/service.ts'
import { indexStory } from '../search-index/service.ts'
import { findNameOf } from '../users/service.ts'
import { canEdit, canPublishUnder, canSee } from './policy.ts'
import { publicSide, recordStoryChange } from './record-story-change.ts'
import { refuseUnshowable } from './refuse-unshowable.ts'
import { isAllowedSlug, slugCandidates, slugify } from './slug.ts'
import { storyText } from './story-text.ts'
import * as repository from './write-repository.ts'

/** A story as its writer gives it; `content` is any HTML, it is sanitised here. */
export type StoryInput = {
  title: string
  subTitle?: string | undefined
  content: string
  category: string
  summary?: string | undefined
  storyImage?: string | null | undefined
  imageAlt?: string | null | undefined
  authorName?: string | null | undefined
  publicationId?: string | null | undefined
  bookTitle?: string | null | undefined
  bookAuthor?: string | null | undefined
  isDraft: boolean
  sendNewsletter?: boolean | undefined
  /** Else made from the title. */
  slug?: string | undefined
  /** Else now, when it is first published. */
  publishedAt?: Date | undefined
}

/** What a change names; a field without a value is not named. */
type StoryChange = { [Field in keyof StoryInput]?: StoryInput[Field] | undefined }

/** What a write answers. */
export type Written = { id: string; slug: string; version: number }

/** @throws Problem `forbidden` for a publication of somebody else's, `bad_request` or `too_large` naming the field. */
export function createContent(ctx: SignedInContext, input: StoryInput): Promise<Written> {
  return transaction(ctx.db, (tx) => addContent(ctx, tx, input))
}

/** As createContent, inside the caller's transaction. */
export async function addContent(ctx: SignedInContext, tx: Db, input: StoryInput): Promise<Written> {
  refuseUnshowable(input)
  const now = ctx.now()
  const id = newId(now)
  await refuseForeignPublication(ctx, tx, input.publicationId)
  const candidates = input.slug ? [allowedSlug(input.slug)] : slugCandidates(input.title, id)
  const slug = await claim(tx, id, candidates, now)
  const publishedAt = input.publishedAt ?? (input.isDraft ? null : now)
  const story = { ...input, ...storyText(input), id, slug, publishedAt, authorId: ctx.actor.id, version: 1 }
  await repository.insertContent(tx, { ...story, createdAt: now, updatedAt: now })
  await recordStoryChange(ctx, tx, undefined, publicSide(story, ctx.actor.name))
  return { id, slug, version: 1 }
}

/**
 * Changes what `input` names and leaves the rest. The slug stays unless `input.slug` asks for another; the old one leads
 * to the story from then on.
 * @throws Problem `not_found`, `forbidden`, and `conflict` where `expectedVersion` is given and the story has changed since.
 */
export async function updateContent(
  ctx: SignedInContext,
  id: string,
  input: StoryChange,
  expectedVersion?: number,
): Promise<Written> {
  refuseUnshowable(input)
  return transaction(ctx.db, async (tx) => {
    const before = await findForWriting(ctx, tx, id)
    if (expectedVersion !== undefined && expectedVersion !== before.version) {
      throw new Problem('conflict', { detail: 'The story was changed in the meantime' })
    }
    if (input.publicationId) await refuseForeignPublication(ctx, tx, input.publicationId)
    const now = ctx.now()
    const slug = input.slug ? await claim(tx, id, [allowedSlug(input.slug)], now) : before.slug
    const merged = { ...withChange(before, input), slug }
    const publishedAt = merged.publishedAt ?? (merged.isDraft ? null : now)
    const after = { ...merged, ...storyText(merged), publishedAt, updatedAt: now, version: before.version + 1 }
    await repository.markContent(tx, id, after)
    const accountName = await findNameOf(tx, before.authorId)
    await recordStoryChange(ctx, tx, publicSide(before, accountName), publicSide(after, accountName))
    return { id, slug, version: after.version }
  })
}

export function publishContent(ctx: SignedInContext, id: string, input: { sendNewsletter?: boolean } = {}) {
  return updateContent(ctx, id, { ...input, isDraft: false })
}

/** @throws Problem `not_found` or `forbidden`. */
export function deleteContent(ctx: SignedInContext, id: string): Promise<void> {
  return transaction(ctx.db, async (tx) => {
    const before = await findForWriting(ctx, tx, id)
    await repository.markDeleted(tx, id, ctx.now())
    await recordStoryChange(ctx, tx, publicSide(before, await findNameOf(tx, before.authorId)), undefined)
  })
}

/** Lets a story be found by its author's present name instead of `from`. One that has its own author's name stays. */
export function reindexAuthorName(ctx: Context, id: string, from: string): Promise<void> {
  return transaction(ctx.db, async (tx) => {
    const story = await repository.findContentForUpdate(tx, id)
    if (!story || story.authorName !== null) return
    const name = await findNameOf(tx, story.authorId)
    await indexStory(tx, publicSide(story, from)?.document, publicSide(story, name)?.document)
  })
}

async function findForWriting(ctx: SignedInContext, tx: Db, id: string) {
  const story = await repository.findContentForUpdate(tx, id)
  if (!story || !canSee(ctx.actor, story)) throw new Problem('not_found', { detail: 'There is no such story' })
  if (!canEdit(ctx.actor, story)) throw new Problem('forbidden', { detail: 'Only its author may change this story' })
  return story
}

function withChange<T extends object>(before: T, change: { [Field in keyof T]?: T[Field] | undefined }): T {
  const after = { ...before }
  for (const field of Object.keys(change) as (keyof T)[]) {
    const value = change[field]
    if (value !== undefined) after[field] = value
  }
  return after
}

function allowedSlug(wanted: string): string {
  const slug = slugify(wanted)
  if (slug && isAllowedSlug(slug)) return slug
  const fault = 'This address cannot be used for a story'
  throw new Problem('bad_request', { detail: fault, fields: { slug: fault } })
}

async function claim(tx: Db, id: string, candidates: string[], now: Date): Promise<string> {
  const slug = await repository.claimSlug(tx, id, candidates, now)
  if (slug) return slug
  const fault = 'Another story has this address'
  throw new Problem('exists_already', { detail: fault, fields: { slug: fault } })
}

async function refuseForeignPublication(ctx: SignedInContext, tx: Db, publicationId: string | null | undefined) {
  if (!publicationId) return
  const publication = await findPublicationById(tx, publicationId)
  const fault = 'There is no such publication'
  if (!publication) throw new Problem('bad_request', { detail: fault, fields: { publication: fault } })
  if (!canPublishUnder(ctx.actor, publication)) {
    throw new Problem('forbidden', { detail: 'Only its owner publishes under a publication' })
  }
}
