import { categoryName } from '#contract/categories.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { MailingRow } from '#platform/db/tables/newsletters.ts'
import { findEditable } from '#stories/load-story.ts'
import { findMailing } from '#stories/mailings.ts'
import { countStoryMails } from '../campaigns/report-repository.ts'

export type StoryReport = {
  state: MailingRow['state'] | 'none'
  reason: MailingRow['reason']
  category: string
  isUnderWay: boolean
  sent: number
  sentAt: Date | null
}

/** What became of emailing a story, by what the ledger says. @throws Problem `not_found`, `forbidden`. */
export async function reportOnStory(ctx: SignedInContext, idOrSlug: string): Promise<StoryReport> {
  const story = await findEditable(ctx, idOrSlug)
  const mailing = await findMailing(ctx.db, story.id)
  const { sends, open, sent, sentAt } = await countStoryMails(ctx.db, story.id)
  const isToCome = mailing !== undefined && mailing.state !== 'refused' && sends === 0
  return {
    state: mailing?.state ?? 'none',
    reason: mailing?.reason ?? null,
    category: categoryName(mailing?.category ?? story.category, ctx.productName),
    isUnderWay: open > 0 || isToCome,
    ...{ sent, sentAt },
  }
}
