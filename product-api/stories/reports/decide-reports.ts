import { suspendAccount } from '#accounts/suspend-account.ts'
import { findUser } from '#accounts/users.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import { dayMs } from '#platform/days.ts'
import { isId } from '#platform/db/id.ts'
import { isDatabaseTime, type Page, type PageRequest, pageByTime } from '#platform/db/paging.ts'
import { transaction } from '#platform/db/transaction.ts'
import { invalidField, notFound, Problem } from '#platform/problem.ts'
import { loadStoryForUpdate } from '../load-story.ts'
import { unpublishLoaded } from '../write/withdraw-story.ts'
import {
  deleteDecidedBefore,
  findReportable,
  listReported,
  lockOpenReports,
  markDecided,
  type ReportedRow,
} from './repository.ts'

export type { ReportedRow }

type Story = NonNullable<Awaited<ReturnType<typeof findReportable>>>
type Wanted = { decision: 'dismiss' | 'unpublish' | 'suspend'; until: Date }

const decided = { dismiss: 'dismissed', unpublish: 'unpublished', suspend: 'suspended' } as const
const keptMs = 180 * dayMs
const suspensionReasonMost = 300

/** The last reported first. @throws Problem `bad_request` for a cursor of another list. */
export function listReportedStories(ctx: Context, asked: PageRequest): Promise<Page<ReportedRow>> {
  return pageByTime(
    asked,
    (page) => listReported(ctx.db, page),
    ({ newestAt, reportId }) => ({ at: newestAt, id: reportId }),
  )
}

/**
 * Decides about the open reports of a story that were made until then: dismisses them, unpublishes the story, or suspends
 * its author. It happens together with its record in the audit, which alone tells of it.
 * @throws Problem `bad_request` for a time that no report has; `not_found`; `conflict` if someone has decided already; `not_possible` for an author who can't be
 * suspended.
 */
export async function decideReports(ctx: SignedInContext, id: string, { decision, until }: Wanted): Promise<void> {
  if (!isDatabaseTime(until.getTime())) throw invalidField('newest_at', 'This is not the time of a report.')
  return transaction(ctx.db, async (tx) => {
    const story = isId(id) ? await findReportable(tx, id) : undefined
    if (!story) throw notFound('story')
    if ((await lockOpenReports(tx, id, until)) === 0) {
      throw new Problem('conflict', { detail: 'Someone has already decided about these reports.' })
    }
    const author = story.authorId ? await findUser(tx, story.authorId) : undefined
    if (decision === 'unpublish') await unpublishLoaded(ctx, tx, await loadStoryForUpdate(ctx, tx, id))
    if (decision === 'suspend') {
      if (!author) throw new Problem('not_possible', { detail: 'The account of this author is gone.' })
      if (!author.suspendedAt) await suspendAccount(ctx, tx, author.id, reasonFor(story))
    }
    const made = { decision: decided[decision], decidedAt: ctx.now(), decidedBy: ctx.actor.id }
    const count = await markDecided(tx, id, until, made)
    await recordAudit(ctx, tx, {
      action: 'story_reports_decided',
      ...{ userId: author?.id, email: author?.email },
      details: { story: id, title: story.title, decision: decided[decision], reports: String(count) },
    })
  })
}

/** Deletes reports that were decided more than 180 days ago. */
export async function forgetDecidedReports(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteDecidedBefore(ctx.db, new Date(ctx.now().getTime() - keptMs))
}

function reasonFor({ title }: Story): string {
  return `Reports about “${title}”`.slice(0, suspensionReasonMost)
}
