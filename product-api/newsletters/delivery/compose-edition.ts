import { paths } from '#contract/paths.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'
import type { MailSite } from '#platform/mail/blocks.ts'
import { type PrecomposedBody, precompose } from '#platform/mail/bulk/write-mime.ts'
import { composeMail } from '#platform/mail/compose.ts'
import type { MailedStory } from '#stories/newsletter-stories.ts'
import { digestMail, mailStory, storyMail } from '#subscriptions/newsletter-mail.ts'
import { describeSend } from '../audience/describe-send.ts'
import { storyBeginning } from './story-beginning.ts'

/** An email of a send, written once for all who get the same stories. */
export type EditionMail = { subject: string; body: PrecomposedBody; html: string; text: string }

/** A placeholder for a recipient's own value; nothing else looks like it. */
export const marks = {
  unsubscribe: 'https://mark-7f3a91d2c4.invalid/unsubscribe',
  preferences: 'https://mark-7f3a91d2c4.invalid/preferences',
  reason: 'mark-7f3a91d2c4-reason',
} as const

type Writing = {
  send: Pick<SendRow, 'kind' | 'category' | 'frequency' | 'env'>
  editionId: string
  /** Those that are public now, in the order of the email; at least one. */
  stories: readonly MailedStory[]
  /** The HTML of the story, if the send is about one. */
  content?: string | undefined
  now: Date
}

/** Writes the email of an edition. */
export function writeEdition(site: MailSite, { send, editionId, stories, content, now }: Writing): EditionMail {
  const links = {
    unsubscribe: marks.unsubscribe,
    preferences: marks.preferences,
    archive: `${site.publicUrl}${paths.newsletter(editionId)}`,
    sudoku: `${site.publicUrl}${paths.sudoku}`,
  }
  const mailed = stories.map((story) => mailStory(site, story))
  const [first] = mailed
  if (!first) throw new Error('A mail without a story')
  const mail =
    send.kind === 'story'
      ? storyMail(
          site,
          { ...first, beginning: storyBeginning(content ?? '', { publicUrl: site.publicUrl, url: first.url }) },
          { links, reason: marks.reason },
        )
      : digestMail(site, {
          title: describeSend(send, site.productName).title,
          stories: mailed,
          links,
          reason: marks.reason,
          date: now,
        })
  const { subject, html, text } = composeMail(site, mail)
  const prefix = send.env === 'test' ? '[Test] ' : ''
  return { subject: `${prefix}${subject}`, html, text, body: precompose({ html, text }, marks) }
}
