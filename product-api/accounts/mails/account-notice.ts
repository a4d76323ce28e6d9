import type { Block, MailSite, MailText } from '#platform/mail/blocks.ts'
import { greeting } from './greeting.ts'
import { listOccasion, type Occasion } from './occasion.ts'

const changes = {
  passkey_added: {
    heading: 'A passkey was added to your account',
    sentence: 'A passkey was added to your account. Anyone who has it can sign in without your password.',
  },
  passkey_removed: {
    heading: 'A passkey was removed from your account',
    sentence: 'A passkey was removed from your account. It can no longer be used to sign in.',
  },
  google_connected: {
    heading: 'Google sign-in was connected to your account',
    sentence: 'Someone signed in to your account with Google. You can now sign in that way as well.',
  },
  email_changed: {
    heading: 'Your email address was changed',
    sentence: 'Your account has a new email address. You can no longer sign in with this one.',
  },
} as const

type Notice = Occasion & { name: string; what: keyof typeof changes; forgotUrl: string }

/** Tells the owner what was done to the account; `email_changed` goes to the former address. */
export function accountNotice(
  { productName, contactEmail }: Pick<MailSite, 'productName' | 'contactEmail'>,
  { name, what, forgotUrl, ...occasion }: Notice,
): MailText {
  const { heading, sentence } = changes[what]
  const happened: Block[] = [
    { kind: 'paragraph', words: greeting(name) },
    { kind: 'paragraph', words: `${sentence} If this was you, there’s nothing to do.` },
    listOccasion(occasion),
  ]
  const said = {
    subject: `${heading} at ${productName}`,
    preview: 'If this was you, there’s nothing to do.',
    heading,
    reason: `You’re receiving this email because it’s about your account at ${productName}.`,
  }
  if (what === 'email_changed') {
    // A link for a new password would go to the new address.
    return {
      ...said,
      blocks: [...happened, { kind: 'note', words: `If it wasn’t you, write to ${contactEmail} straight away.` }],
    }
  }
  return {
    ...said,
    blocks: [
      ...happened,
      { kind: 'button', label: 'Choose a new password', url: forgotUrl },
      {
        kind: 'note',
        words: 'If it wasn’t you, choose a new password now. That signs out every device and removes every passkey.',
      },
      { kind: 'note', words: `Need help? Write to ${contactEmail}.` },
    ],
  }
}
