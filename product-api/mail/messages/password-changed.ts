import type { MailSite, MailText } from '../blocks.ts'
import { greeting } from './greeting.ts'

const consequences = {
  reset:
    'The password of your account was changed just now by a link sent to this address. Every device was signed out, and every passkey was removed: where you use passkeys, please add them again on your profile.',
  changed:
    'The password of your account was changed just now, and other devices were signed out. Passkeys stay as they are; you can look through them on your profile.',
}

/** `reset`: by a link; `changed`: by somebody who knew the old one, or had none yet. */
export function passwordChanged(
  { productName, contactEmail }: Pick<MailSite, 'productName' | 'contactEmail'>,
  { name, how, forgotUrl }: { name: string; how: keyof typeof consequences; forgotUrl: string },
): MailText {
  return {
    subject: `Your password at ${productName} was changed`,
    preview: 'If it was you, there is nothing to do.',
    heading: 'Your password was changed',
    blocks: [
      { kind: 'paragraph', words: greeting(name) },
      { kind: 'paragraph', words: consequences[how] },
      {
        kind: 'paragraph',
        words:
          'If it was you, there is nothing else to do. If it was not, choose a new one at once. A link for it comes to this address.',
      },
      { kind: 'button', label: 'It was not me', url: forgotUrl },
      { kind: 'note', words: `Is something wrong? Write to ${contactEmail}.` },
    ],
    reason: `You get this mail because the password of your account at ${productName} was changed.`,
  }
}
