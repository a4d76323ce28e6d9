import type { Actor, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import type { WorkingCopyRow } from '#platform/db/tables/stories.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notFound, Problem } from '#platform/problem.ts'
import { type EditedText, editedTextOf } from './write/edited-text.ts'
import {
  findNewestRevision,
  findSlugHolder,
  findStory,
  findStoryForUpdate,
  findWorkingCopy,
  type StoredStory,
} from './write/repository.ts'

// The rights: every right to a story or a publication is decided here.

type Story = { authorId: string | null; isDraft: boolean; deletedAt: Date | null }

/** A draft exists for its author and administrators only, a deleted story for administrators. */
export function canSee(actor: Actor | undefined, story: Story): boolean {
  if (story.deletedAt) return actor?.role === 'admin'
  return !story.isDraft || canEdit(actor, story)
}

export function canEdit(actor: Actor | undefined, story: Pick<Story, 'authorId'>): boolean {
  if (!actor) return false
  return actor.role === 'admin' || (story.authorId !== null && story.authorId === actor.id)
}

export function canSeeAuthorEmail(actor: Actor | undefined, author: { id: string | null; showsEmail: boolean | null }) {
  return author.showsEmail === true || canEdit(actor, { authorId: author.id })
}

/** A publication speaks through its owner. */
export function canPublishUnder(actor: Actor, publication: { ownerId: string | null }): boolean {
  return actor.role === 'admin' || publication.ownerId === actor.id
}

/** A story as its writers have it. */
export type LoadedStory = {
  story: StoredStory
  /** The working copy, if the story is published. */
  workingCopy: WorkingCopyRow | undefined
  /** The text that is edited: the working copy's if there is one. */
  text: EditedText
  version: number
  /** When `text` was written. */
  writtenAt: Date
}

/** The result of a write. */
export type Written = { id: string; slug: string; version: number; isDraft: boolean; updatedAt: Date }

/**
 * Finds a story by its id or by any slug that it has or had, and locks it until the transaction ends.
 * @throws Problem `not_found`, also for a draft of someone else's, or `forbidden`.
 */
export async function loadStoryForUpdate(ctx: SignedInContext, tx: Db, idOrSlug: string): Promise<LoadedStory> {
  const id = await findId(tx, idOrSlug)
  const story = id ? await findStoryForUpdate(tx, id) : undefined
  return withWorkingCopy(tx, refuseForeign(ctx.actor, story))
}

/**
 * Like `loadStoryForUpdate`, but without a lock; an administrator can load a deleted story too.
 * @param refusal what others are told about a story that they can see.
 */
export async function loadStory(ctx: SignedInContext, idOrSlug: string, refusal?: string): Promise<LoadedStory> {
  const id = await findId(ctx.db, idOrSlug)
  const story = id ? await findStory(ctx.db, id) : undefined
  return withWorkingCopy(ctx.db, refuseForeign(ctx.actor, story, refusal))
}

export async function withWorkingCopy(db: Db, story: StoredStory): Promise<LoadedStory> {
  const workingCopy = story.isDraft ? undefined : await findWorkingCopy(db, story.id)
  if (!workingCopy) return withoutWorkingCopy(story)
  const { version, updatedAt: writtenAt } = workingCopy
  return { story, workingCopy, text: editedTextOf(workingCopy), version, writtenAt }
}

/** The text in the story's own row: a draft, or what readers see. */
export function withoutWorkingCopy(story: StoredStory): LoadedStory {
  const { version, updatedAt: writtenAt } = story
  return { story, workingCopy: undefined, text: editedTextOf(story), version, writtenAt }
}

/** Larger than every version that the story ever had, discarded working copies included. */
export async function nextVersion(tx: Db, { story, version }: LoadedStory): Promise<number> {
  const newest = await findNewestRevision(tx, story.id)
  return Math.max(version, newest?.version ?? 0) + 1
}

export function writtenOf({ story, version, writtenAt }: LoadedStory): Written {
  return { id: story.id, slug: story.slug, version, isDraft: story.isDraft, updatedAt: writtenAt }
}

/** The id of a story by the id itself or by any of its slugs. */
export async function findId(db: Db, idOrSlug: string): Promise<string | undefined> {
  return isId(idOrSlug) ? idOrSlug : findSlugHolder(db, idOrSlug)
}

/** The slug of what a person typed: an address such as `https://…/article/a-slug/edit?x`, or `a-slug` with what may cling to it. */
export function slugInAddress(typed: string): string {
  const named =
    /(?:^|\/)article\/([^/?#\s]+)/.exec(typed)?.[1] ?? typed.replace(/[?#].*$/, '').replace(/^\/+|\/+$/g, '')
  try {
    return decodeURIComponent(named)
  } catch {
    return named
  }
}

/**
 * Loads a story for a change and makes it, in one transaction.
 * @throws Problem `not_found`, `forbidden`, and what `change` throws.
 */
export function changeStory(
  ctx: SignedInContext,
  idOrSlug: string,
  change: (tx: Db, open: LoadedStory) => Promise<Written>,
): Promise<Written> {
  return writeStoryOnce(ctx.db, async (tx) => change(tx, await loadStoryForUpdate(ctx, tx, idOrSlug)))
}

/**
 * Runs a write in one transaction, once: after a commit with an unknown outcome, looks whether it was stored. If someone
 * has written since, there is no way to know: the write is retried, and their version makes it fail as stale.
 */
export function writeStoryOnce(db: Db, write: (tx: Db) => Promise<Written>): Promise<Written> {
  const isThere = async ({ id, version, updatedAt }: Written) => {
    const story = await findStory(db, id)
    const now = story && (await withWorkingCopy(db, story))
    return now?.version === version && now.writtenAt.getTime() === updatedAt.getTime()
  }
  return transaction(db, write, { isThere })
}

function refuseForeign(
  actor: Actor,
  story: StoredStory | undefined,
  detail = 'Only the author can change this story.',
): StoredStory {
  if (!story || !canSee(actor, story)) throw notFound('story')
  if (!canEdit(actor, story)) throw new Problem('forbidden', { detail })
  return story
}

/** An edit of a version that is no longer the newest; carries the story as it is now. */
export class StaleVersion extends Problem {
  readonly open: LoadedStory

  constructor(open: LoadedStory) {
    super('conflict', { detail: 'The story was changed in the meantime.' })
    this.open = open
  }
}

/** @throws StaleVersion if a version is named that is not the story's own. */
export function refuseStale(open: LoadedStory, expectedVersion: number | undefined): void {
  if (expectedVersion !== undefined && expectedVersion !== open.version) throw new StaleVersion(open)
}
