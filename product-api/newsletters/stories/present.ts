import type { HeldStory, Mailing } from '#contract/mailings.ts'
import type { HeldStory as HeldRow } from './held-service.ts'
import type { StoryReport } from './story-report.ts'

export function presentMailing({ isUnderWay, sentAt, ...report }: StoryReport): Mailing {
  return { ...report, is_under_way: isUnderWay, sent_at: sentAt?.toISOString() ?? null }
}

export function presentHeld({ id, author, heldAt, count, isExact, ...row }: HeldRow): HeldStory {
  const { slug, title, category, version, reason } = row
  return {
    ...{ _id: id, slug, title, category, version, reason },
    author: { uuid: author.id, name: author.name },
    is_approved: author.isApproved,
    held_at: heldAt.toISOString(),
    ...{ subscribers: count, isExact },
  }
}
