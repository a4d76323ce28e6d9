import type { MailSite, MailText } from '../blocks.ts'
import { greeting } from './greeting.ts'
import { listOccasion, type Occasion } from './occasion.ts'

export function signInNotice(
  { productName }: Pick<MailSite, 'productName'>,
  { name, changePasswordUrl, ...occasion }: Occasion & { name: string; changePasswordUrl: string },
): MailText {
  return {
    subject: `A new sign-in to ${productName}`,
    preview: 'If it was you, there is nothing to do.',
    heading: 'A new sign-in to your account',
    blocks: [
      { kind: 'paragraph', words: greeting(name) },
      {
        kind: 'paragraph',
        words:
          'Somebody has signed in to your account from a device we had not seen before. If it was you, there is nothing to do.',
      },
      listOccasion(occasion),
      { kind: 'button', label: 'Choose a new password', url: changePasswordUrl },
      {
        kind: 'note',
        words: 'If it was not you, choose a new password now: that signs everybody out and removes every passkey.',
      },
    ],
    reason: `You get this mail because somebody signed in to your account at ${productName}.`,
  }
}
