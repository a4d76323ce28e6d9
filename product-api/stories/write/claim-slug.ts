import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { Problem } from '#platform/problem.ts'
import { slugify } from '#story-html/slugify.ts'
import { canSee } from '../read/policy.ts'
import { claimSlug, findSlugHolder, findStory } from './repository.ts'
import { isAllowedSlug, slugCandidates } from './slug.ts'

type Claiming = Pick<Context, 'actor' | 'now'>

/**
 * @throws Problem `exists_already` naming `slug`. One that a story has which the caller may not see is refused as a word
 * of a route is, with `bad_request`: a draft's address often says what it is about.
 */
export async function claimChosenSlug(ctx: Claiming, tx: Db, id: string, wanted: string): Promise<string> {
  const slug = slugify(wanted)
  if (!slug || !isAllowedSlug(slug)) checkServer()
  if (await claimSlug(tx, id, [slug], ctx.now())) return slug
  const holder = await findSlugHolder(tx, slug)
  const story = holder && (await findStory(tx, holder))
  return story && canSee(ctx.actor, story) ? refuseTaken() : checkServer()
}

/** One that the title asks for, or one like it. */
export async function claimSlugOfTitle({ now }: Claiming, tx: Db, id: string, title: string): Promise<string> {
  return (await claimSlug(tx, id, slugCandidates(title, id), now())) ?? refuseTaken()
}

function checkServer(): never {
  const fault = 'This address can’t be used for a story. Please choose another one.'
  throw new Problem('bad_request', { detail: fault, fields: { slug: fault } })
}

function refuseTaken(): never {
  const fault = 'Another story already has this address. Please choose another one.'
  throw new Problem('exists_already', { detail: fault, fields: { slug: fault } })
}
