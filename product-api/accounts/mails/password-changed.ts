import type { MailSite, MailText } from '#platform/mail/blocks.ts'
import { greeting } from './greeting.ts'

const consequences = {
  reset:
    'Your password was just changed with a link sent to this address. Every device was signed out and every passkey was removed. If you use passkeys, please add them again under Account security.',
  changed:
    'Your password was just changed, and your other devices were signed out. Your passkeys stay as they are; you can check them under Account security.',
}

/** `reset`: with a link; `changed`: by someone who knew the old one, or had none yet. */
export function passwordChanged(
  { productName, contactEmail }: Pick<MailSite, 'productName' | 'contactEmail'>,
  { name, how, forgotUrl }: { name: string; how: keyof typeof consequences; forgotUrl: string },
): MailText {
  return {
    subject: `Your ${productName} password was changed`,
    preview: 'If this was you, there’s nothing to do.',
    heading: 'Your password was changed',
    blocks: [
      { kind: 'paragraph', words: greeting(name) },
      { kind: 'paragraph', words: consequences[how] },
      {
        kind: 'paragraph',
        words:
          'If this was you, there’s nothing else to do. If it wasn’t, choose a new one straight away: we’ll send a link to this address.',
      },
      { kind: 'button', label: 'It wasn’t me', url: forgotUrl },
      { kind: 'note', words: `Need help? Write to ${contactEmail}.` },
    ],
    reason: `You’re receiving this email because the password of your account at ${productName} was changed.`,
  }
}
