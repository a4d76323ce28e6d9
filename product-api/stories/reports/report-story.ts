import { createHmac } from 'node:crypto'
import type { ReportReason } from '#contract/report-reasons.ts'
import { isSolved } from '#platform/challenge.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import { sharedSecret } from '#platform/db/shared-secret.ts'
import { clientOf } from '#platform/limits/limits.ts'
import { notFound, Problem } from '#platform/problem.ts'
import { findId } from '../load-story.ts'
import { findReportable, insertReport } from './repository.ts'

type Report = { reason: ReportReason; note: string; altcha?: string | null | undefined }

const tooMany = 'You have reported many stories today.'

/**
 * Reports a published story to the administrators. A second report by the same person changes nothing, and the answer is
 * the same. Visitors solve a challenge each time; the database has a keyed hash of their network, not the address.
 * @throws Problem `not_found`, `not_possible` for the caller's own story, `challenge_needed`, `too_many_requests`.
 */
export async function reportStory(ctx: Context, idOrSlug: string, { reason, note, altcha }: Report): Promise<void> {
  const id = await findId(ctx.db, idOrSlug)
  const story = id ? await findReportable(ctx.db, id) : undefined
  if (!story) throw notFound('story')
  const { actor, limits } = ctx
  if (actor && story.authorId === actor.id) {
    throw new Problem('not_possible', { detail: 'You can’t report your own story. You can change or delete it.' })
  }
  const client = clientOf(ctx.caller)
  if (actor) await limits.take('report', actor.id, tooMany)
  else {
    await limits.refuseIfUsedUp('reportClient', client)
    if (!(await isSolved(ctx, altcha))) {
      throw new Problem('challenge_needed', {
        detail:
          'Without an account, a report needs a small computation by your browser’s scripts. You can also log in.',
      })
    }
    await limits.take('reportClient', client, tooMany)
  }
  const now = ctx.now()
  const reporter = actor ? { reporterId: actor.id } : { clientHash: await hashOf(ctx, client) }
  await insertReport(ctx.db, { id: newId(now), contentId: story.id, reason, note, createdAt: now, ...reporter })
}

async function hashOf({ db }: Context, client: string): Promise<string> {
  return createHmac('sha256', await sharedSecret(db, 'report_client'))
    .update(client)
    .digest('base64url')
}
