import { paths } from '#contract/paths.ts'
import type { MailSite, MailText } from '#platform/mail/blocks.ts'
import type { ThanksMail } from './repository.ts'

/** The email to the writer of a story: the reader's name and line, and never the reader's address. */
export function thanksMail({ productName, publicUrl }: MailSite, { words, readerName, story }: ThanksMail): MailText {
  const reader = readerName ?? 'A reader who has left'
  const thanksUrl = `${publicUrl}${paths.myThanks}`
  return {
    subject: `${reader} thanks you for “${story.title}”`,
    preview: words,
    heading: story.title,
    headingUrl: `${publicUrl}${paths.article(story.slug)}`,
    blocks: [
      { kind: 'paragraph', words: `${reader} sent you a line about this story:` },
      { kind: 'quote', words },
      { kind: 'button', label: 'All your thanks', url: thanksUrl, isAddressHidden: true },
      { kind: 'note', words: 'Only you can see it. An answer to this email doesn’t reach the reader.' },
    ],
    reason: `You’re receiving this email because you asked ${productName} to email you when a reader thanks you.`,
    footerLinks: [{ label: 'Turn these emails off', url: thanksUrl }],
  }
}
