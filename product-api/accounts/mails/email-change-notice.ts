import type { MailSite, MailText } from '#platform/mail/blocks.ts'
import { greeting } from './greeting.ts'

/** To the current address, so that no one loses an account without knowing; an empty `newEmail` is left out. */
export function emailChangeNotice(
  { productName }: Pick<MailSite, 'productName'>,
  { name, newEmail, changePasswordUrl }: { name: string; newEmail: string; changePasswordUrl: string },
): MailText {
  return {
    subject: `Your email address at ${productName} is about to change`,
    preview: 'If this was you, there’s nothing to do.',
    heading: 'Your email address is about to change',
    blocks: [
      { kind: 'paragraph', words: greeting(name) },
      {
        kind: 'paragraph',
        words: `Someone, hopefully you, asked to change the email address of your account to ${newEmail || 'another one'}. It changes when they follow the link we’ve sent there.`,
      },
      {
        kind: 'paragraph',
        words:
          'If this was you, there’s nothing to do here. If it wasn’t, choose a new password now. That stops the change and signs out your other devices.',
      },
      { kind: 'button', label: 'Choose a new password', url: changePasswordUrl },
    ],
    reason: `You’re receiving this email because this is the address of an account at ${productName}.`,
  }
}
