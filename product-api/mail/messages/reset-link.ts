import type { MailSite, MailText } from '../blocks.ts'
import { greeting } from './greeting.ts'

export function resetLink(
  { productName }: Pick<MailSite, 'productName'>,
  { name, url }: { name: string; url: string },
): MailText {
  return {
    subject: `Choose a new password for ${productName}`,
    preview: 'The link in this mail holds for one hour.',
    heading: 'Choose a new password',
    blocks: [
      { kind: 'paragraph', words: greeting(name) },
      { kind: 'paragraph', words: 'Somebody, hopefully you, has asked for a new password for your account.' },
      { kind: 'button', label: 'Choose a new password', url },
      {
        kind: 'note',
        words:
          'The link works once and holds for one hour. A new password signs you out everywhere and removes your passkeys.',
      },
      { kind: 'note', words: 'If it was not you, ignore this mail: your password stays as it is.' },
    ],
    reason: `You get this mail because a new password was asked for your account at ${productName}.`,
  }
}
