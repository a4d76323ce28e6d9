import type { MailSite, MailText } from '#platform/mail/blocks.ts'
import { greeting } from './greeting.ts'
import { listOccasion, type Occasion } from './occasion.ts'

export function signInNotice(
  { productName }: Pick<MailSite, 'productName'>,
  { name, changePasswordUrl, ...occasion }: Occasion & { name: string; changePasswordUrl: string },
): MailText {
  return {
    subject: `A new sign-in to ${productName}`,
    preview: 'If this was you, there’s nothing to do.',
    heading: 'A new sign-in to your account',
    blocks: [
      { kind: 'paragraph', words: greeting(name) },
      {
        kind: 'paragraph',
        words:
          'Someone signed in to your account from a device we haven’t seen before. If this was you, there’s nothing to do.',
      },
      listOccasion(occasion),
      { kind: 'button', label: 'Choose a new password', url: changePasswordUrl },
      {
        kind: 'note',
        words: 'If it wasn’t you, choose a new password now. That signs out every device and removes every passkey.',
      },
    ],
    reason: `You’re receiving this email because someone signed in to your account at ${productName}.`,
  }
}
