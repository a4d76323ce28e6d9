import { paths } from '#contract/paths.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'
import type { MailSite } from '#platform/mail/blocks.ts'
import { type PrecomposedBody, precompose } from '#platform/mail/bulk/write-mime.ts'
import { composeMail } from '#platform/mail/compose.ts'
import type { MailedStory } from '#stories/newsletter-stories.ts'
import { digestMail, mailStory, storyMail } from '#subscriptions/newsletter-mail.ts'
import { describeSend } from '../audience/describe-send.ts'
import { storyBeginning } from './story-beginning.ts'

/** The email of an edition, composed once for all recipients who get the same stories. */
export type EditionMail = { subject: string; body: PrecomposedBody; html: string; text: string }

/** Placeholders for each recipient's own values; no other text looks like them. */
export const placeholders = {
  unsubscribe: 'https://mark-7f3a91d2c4.invalid/unsubscribe',
  preferences: 'https://mark-7f3a91d2c4.invalid/preferences',
  reason: 'mark-7f3a91d2c4-reason',
} as const

type Edition = {
  send: Pick<SendRow, 'kind' | 'category' | 'frequency' | 'env'>
  editionId: string
  /** The stories that are public now, in the order of the email; at least one. */
  stories: readonly MailedStory[]
  /** The HTML of the story, if the send is about one. */
  content?: string | undefined
  now: Date
}

export function composeEdition(site: MailSite, { send, editionId, stories, content, now }: Edition): EditionMail {
  const links = {
    unsubscribe: placeholders.unsubscribe,
    preferences: placeholders.preferences,
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
          { links, reason: placeholders.reason },
        )
      : digestMail(site, {
          title: describeSend(send, site.productName).title,
          stories: mailed,
          links,
          reason: placeholders.reason,
          date: now,
        })
  const { subject, html, text } = composeMail(site, mail)
  const prefix = send.env === 'test' ? '[Test] ' : ''
  return { subject: `${prefix}${subject}`, html, text, body: precompose({ html, text }, placeholders) }
}
