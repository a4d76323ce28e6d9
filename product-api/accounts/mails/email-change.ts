import type { MailSite, MailText } from '#platform/mail/blocks.ts'
import { greeting } from './greeting.ts'

/** To the new address. */
export function emailChange(
  { productName }: Pick<MailSite, 'productName'>,
  { name, url }: { name: string; url: string },
): MailText {
  return {
    subject: `Confirm your new email address at ${productName}`,
    preview: 'Your account uses the old one until you do.',
    heading: 'Confirm your new email address',
    blocks: [
      { kind: 'paragraph', words: greeting(name) },
      {
        kind: 'paragraph',
        words: 'You asked to use this address for your account. Please confirm it; until you do, the old one stays.',
      },
      { kind: 'button', label: 'Use this address', url },
      { kind: 'note', words: 'The link expires in one day. You’ll need to be logged in to use it.' },
      { kind: 'note', words: 'If it wasn’t you, ignore this email and nothing changes.' },
    ],
    reason: `You’re receiving this email because this address was entered for an account at ${productName}.`,
  }
}
