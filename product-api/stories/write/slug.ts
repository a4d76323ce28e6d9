import { stories } from '#contract/stories.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { invalidField, Problem } from '#platform/problem.ts'
import { slugify } from '#story-html/slugify.ts'
import { canSee } from '../load-story.ts'
import { claimSlug, findSlugHolder, findStory } from './repository.ts'

type Claiming = Pick<Context, 'actor' | 'now'>

/**
 * @throws Problem `exists_already` naming `slug`; `bad_request` for a reserved word, and for the slug of a story that the
 * caller may not see: a draft's slug often reveals its subject.
 */
export async function claimChosenSlug(ctx: Claiming, tx: Db, id: string, wanted: string): Promise<string> {
  const slug = slugify(wanted)
  if (!slug || !isAllowedSlug(slug)) refuseUnusable()
  if (await claimSlug(tx, id, [slug], ctx.now())) return slug
  const holder = await findSlugHolder(tx, slug)
  const story = holder && (await findStory(tx, holder))
  return story && canSee(ctx.actor, story) ? refuseTaken() : refuseUnusable()
}

/** Claims the title's slug, or a numbered one. */
export async function claimSlugForTitle({ now }: Claiming, tx: Db, id: string, title: string): Promise<string> {
  const candidates = slugCandidates('story', title, id).filter(isAllowedSlug)
  return (await claimSlug(tx, id, candidates, now())) ?? refuseTaken()
}

function refuseUnusable(): never {
  throw invalidField('slug', 'This address can’t be used for a story. Please choose another one.')
}

function refuseTaken(): never {
  const fault = 'Another story already has this address. Please choose another one.'
  throw new Problem('exists_already', { detail: fault, fields: { slug: fault } })
}

const uuidLike = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

// A slug that is a word of a route would hide the route, or be hidden by it.
const reserved = new Set([
  ...Object.values(stories).map(({ path }) => path.split('/')[2] ?? ''),
  ...['drafts', 'new', 'edit', 'all', 'index', 'feed', 'atom', 'rss', 'user', 'count', 'api'],
])

/** Slugs to try in this order for a story or a publication; the last one is its own by its id. */
export function slugCandidates(kind: 'story' | 'publication', title: string, id: string): string[] {
  const tail = id.replaceAll('-', '').slice(-8)
  const wanted = slugify(title)
  if (!wanted) return [`${kind}-${tail}`]
  return [wanted, ...[2, 3, 4, 5, tail].map((ending) => `${wanted}-${ending}`)]
}

export function isAllowedSlug(slug: string): boolean {
  return !reserved.has(slug) && !uuidLike.test(slug)
}
