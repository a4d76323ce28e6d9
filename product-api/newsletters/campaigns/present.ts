import type { Edition } from '#contract/edition.ts'
import type { EndedRecipient, Send, SendPreview, SendReport } from '#contract/sends.ts'
import type { MailedStory } from '#stories/newsletter-stories.ts'
import { readingMinutes } from '#story-html/reading-time.ts'
import { reasonInWords } from '../audience/describe-send.ts'
import type { ReadEdition } from './archive.ts'
import type { Preview } from './preview-send.ts'
import type { EndedRow, ReasonCount } from './report-repository.ts'
import type { NamedSend } from './report-service.ts'

export function presentSend({ send, about, createdBy, waitsFor }: NamedSend): Send {
  const { queued, sending, sent, uncertain, bounced, failed, leftOut: left_out, cancelled } = send
  const parts = { queued, sending, sent, uncertain, bounced, failed, left_out, cancelled }
  return {
    id: send.id,
    kind: send.kind,
    env: send.env,
    category: send.category,
    frequency: send.frequency,
    period: send.period,
    about,
    state: send.state,
    paused_by: send.pausedBy,
    pause_answer: send.pauseAnswer,
    resume_at: send.resumeAt?.toISOString() ?? null,
    waits_for: waitsFor,
    created_at: send.createdAt.toISOString(),
    created_by: createdBy,
    ended_at: send.endedAt?.toISOString() ?? null,
    figures: { recipients: Object.values(parts).reduce((sum, count) => sum + count, 0), ...parts },
  }
}

type Report = { named: NamedSend; reasons: readonly ReasonCount[]; edition: string | null }

export function presentReport({ named, reasons, edition }: Report): SendReport {
  return {
    ...presentSend(named),
    reasons: reasons.map(({ state, reason, count }) => ({ state, reason: reasonInWords(reason), count })),
    edition,
  }
}

export function presentEnded({ email, state, reason, answer, changedAt }: EndedRow): EndedRecipient {
  return {
    email: email ?? '',
    state,
    reason: reasonInWords(reason),
    answer: answer ?? '',
    at: changedAt.toISOString(),
  }
}

export function presentPreview({ sentAlready: sent_already, ...preview }: Preview): SendPreview {
  return { ...preview, sent_already }
}

export function presentEdition({ edition, about, subject, stories }: ReadEdition): Edition {
  const { id, sentAt, isListed: listed } = edition
  return { id, subject, about, sent_at: sentAt.toISOString(), listed, stories: stories.map(presentStory) }
}

function presentStory(story: MailedStory): Edition['stories'][number] {
  return {
    slug: story.slug,
    title: story.title,
    sub_title: story.subTitle,
    excerpt: story.excerpt,
    category: story.category,
    author_name: story.authorName ?? story.accountName ?? '',
    author_uuid: story.authorId,
    story_image: story.storyImage,
    image_alt: story.imageAlt,
    reading_minutes: readingMinutes(story.wordCount),
  }
}
