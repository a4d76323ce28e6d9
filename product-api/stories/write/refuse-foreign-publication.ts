import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { Problem } from '#platform/problem.ts'
import { findPublicationById } from '../publications.ts'
import { canPublishUnder } from '../read/policy.ts'

/** @throws Problem `bad_request` naming `publication` if there is none, `forbidden` for someone else's. */
export async function refuseForeignPublication(
  ctx: SignedInContext,
  tx: Db,
  publicationId: string | null | undefined,
): Promise<void> {
  if (!publicationId) return
  const publication = await findPublicationById(tx, publicationId)
  const fault = 'We can’t find this publication.'
  if (!publication) throw new Problem('bad_request', { detail: fault, fields: { publication: fault } })
  if (!canPublishUnder(ctx.actor, publication)) {
    throw new Problem('forbidden', { detail: 'Only the owner of a publication can publish in it.' })
  }
}
