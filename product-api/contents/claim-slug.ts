import { slugify } from '#content/slugify.ts'
import type { Db } from '../db/client.ts'
import { Problem } from '../problem.ts'
import { isAllowedSlug, slugCandidates } from './slug.ts'
import { claimSlug } from './write-repository.ts'

/** @throws Problem `bad_request` or `exists_already` naming `slug`. */
export async function claimChosenSlug(tx: Db, id: string, wanted: string, now: Date): Promise<string> {
  return (await claimSlug(tx, id, [allowedSlug(wanted)], now)) ?? refuseTaken()
}

/** One that the title asks for, or one like it. */
export async function claimSlugOfTitle(tx: Db, id: string, title: string, now: Date): Promise<string> {
  return (await claimSlug(tx, id, slugCandidates(title, id), now)) ?? refuseTaken()
}

function allowedSlug(wanted: string): string {
  const slug = slugify(wanted)
  if (slug && isAllowedSlug(slug)) return slug
  const fault = 'This address can’t be used for a story. Please choose another one.'
  throw new Problem('bad_request', { detail: fault, fields: { slug: fault } })
}

function refuseTaken(): never {
  const fault = 'Another story already has this address. Please choose another one.'
  throw new Problem('exists_already', { detail: fault, fields: { slug: fault } })
}
