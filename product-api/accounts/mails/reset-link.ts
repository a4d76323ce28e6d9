import type { MailSite, MailText } from '#platform/mail/blocks.ts'
import { greeting } from './greeting.ts'

export function resetLink(
  { productName }: Pick<MailSite, 'productName'>,
  { name, url }: { name: string; url: string },
): MailText {
  return {
    subject: `Choose a new password for ${productName}`,
    preview: 'The link in this email expires in one hour.',
    heading: 'Choose a new password',
    blocks: [
      { kind: 'paragraph', words: greeting(name) },
      { kind: 'paragraph', words: 'Someone, hopefully you, asked for a new password for your account.' },
      { kind: 'button', label: 'Choose a new password', url },
      {
        kind: 'note',
        words:
          'The link works once and expires in one hour. A new password signs you out everywhere and removes your passkeys.',
      },
      { kind: 'note', words: 'If it wasn’t you, ignore this email and your password stays as it is.' },
    ],
    reason: `You’re receiving this email because someone asked for a new password for your account at ${productName}.`,
  }
}
