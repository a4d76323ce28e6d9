import type { MailSite, MailText } from '#platform/mail/blocks.ts'
import { greeting } from './greeting.ts'

/** Instead of the link for a new password, while the account is suspended. */
export function resetRefused(
  { productName, contactEmail }: Pick<MailSite, 'productName' | 'contactEmail'>,
  { name }: { name: string },
): MailText {
  return {
    subject: `Your ${productName} account is suspended`,
    preview: 'A new password would not let you sign in.',
    heading: 'Your account is suspended',
    blocks: [
      { kind: 'paragraph', words: greeting(name) },
      {
        kind: 'paragraph',
        words:
          'Someone, hopefully you, asked for a new password for your account. The account is suspended, so signing in is not possible, with a new password either.',
      },
      { kind: 'note', words: `If you have questions, write to ${contactEmail}.` },
    ],
    reason: `You’re receiving this email because someone asked for a new password for your account at ${productName}.`,
  }
}
