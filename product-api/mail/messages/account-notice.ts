import type { Block, MailSite, MailText } from '../blocks.ts'
import { greeting } from './greeting.ts'
import { listOccasion, type Occasion } from './occasion.ts'

const changes = {
  passkey_added: {
    heading: 'A passkey was added to your account',
    sentence: 'A passkey was added to your account. Whoever has it can sign in without your password.',
  },
  passkey_removed: {
    heading: 'A passkey was removed from your account',
    sentence: 'A passkey was removed from your account. Nobody can sign in with it any longer.',
  },
  google_connected: {
    heading: 'Google sign-in was connected to your account',
    sentence:
      'Somebody has signed in to your account with Google. From now on that works beside your other ways of signing in.',
  },
  email_changed: {
    heading: 'The address of your account was changed',
    sentence: 'Your account has a new email address. You can no longer sign in with this one.',
  },
} as const

type Notice = Occasion & { name: string; what: keyof typeof changes; forgotUrl: string }

/** Tells an owner what was done to the account; `email_changed` goes to the address that the account had before. */
export function accountNotice(
  { productName, contactEmail }: Pick<MailSite, 'productName' | 'contactEmail'>,
  { name, what, forgotUrl, ...occasion }: Notice,
): MailText {
  const { heading, sentence } = changes[what]
  const happened: Block[] = [
    { kind: 'paragraph', words: greeting(name) },
    { kind: 'paragraph', words: `${sentence} If it was you, there is nothing to do.` },
    listOccasion(occasion),
  ]
  const said = {
    subject: `${heading} at ${productName}`,
    preview: 'If it was you, there is nothing to do.',
    heading,
    reason: `You get this mail because it is about your account at ${productName}.`,
  }
  if (what === 'email_changed') {
    // A link for a new password would go to the new address.
    return {
      ...said,
      blocks: [...happened, { kind: 'note', words: `If it was not you, write to ${contactEmail} at once.` }],
    }
  }
  return {
    ...said,
    blocks: [
      ...happened,
      { kind: 'button', label: 'Choose a new password', url: forgotUrl },
      {
        kind: 'note',
        words: 'If it was not you, choose a new password now: that signs everybody out and removes every passkey.',
      },
      { kind: 'note', words: `Is something wrong? Write to ${contactEmail}.` },
    ],
  }
}
