import { tags } from '#contract/tags.ts'
import { recordChange } from '../changes/service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { newId } from '../db/id.ts'
import * as repository from './repository.ts'

export type { PublicationWithOwner } from './repository.ts'

const listMost = 1_000

export function listPublications(ctx: Context) {
  return repository.listPublications(ctx.db, listMost)
}

export function listPublicationsOf(ctx: Context, ownerId: string) {
  return repository.listPublicationsOf(ctx.db, ownerId)
}

export function findPublication(ctx: Context, slugOrName: string) {
  return repository.findBySlugOrName(ctx.db, slugOrName)
}

export function findPublicationById(db: Db, id: string) {
  return repository.findById(db, id)
}

export type NewPublication = { slug: string; name: string; description?: string; ownerId: string }

/** Inside the caller's transaction. */
export async function addPublication(ctx: Context, tx: Db, input: NewPublication): Promise<string> {
  const id = newId(ctx.now())
  await repository.insertPublication(tx, { id, createdAt: ctx.now(), ...input })
  await recordChange(ctx, tx, [tags.publication(input.slug), tags.publication(input.name), tags.sitemap])
  return id
}
