import type { MailSite, MailText } from '#platform/mail/blocks.ts'
import { greeting } from './notices.ts'

/** `url` confirms the address; without it, the address is confirmed already. An empty `name` is left out. */
export function welcome(
  { productName }: Pick<MailSite, 'productName'>,
  { name, url }: { name: string; url?: string },
): MailText {
  const heading = name ? `Welcome, ${name}` : `Welcome to ${productName}`
  const reason = `You’re receiving this email because an account at ${productName} was created with your address.`
  if (!url) {
    return {
      subject: `Welcome to ${productName}`,
      preview: 'Your account is ready.',
      heading,
      blocks: [
        {
          kind: 'paragraph',
          words: 'Your account is ready. Read, save what you like for later, and write when you have something to say.',
        },
      ],
      reason,
    }
  }
  return {
    subject: `Welcome to ${productName}: please confirm your address`,
    preview: 'One click, and we know that our emails reach you.',
    heading,
    blocks: [
      { kind: 'paragraph', words: 'Your account is ready, and you can log in straight away.' },
      {
        kind: 'paragraph',
        words: 'Please confirm that this is your address. It’s how you get back in if you ever forget your password.',
      },
      { kind: 'button', label: 'Confirm my address', url },
      { kind: 'note', words: 'The link expires in three days. You’ll need to be logged in to use it.' },
      { kind: 'note', words: 'If you didn’t create an account with us, ignore this email.' },
    ],
    reason,
  }
}

/** Sent to the new address. */
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

/** Sent instead of the link for a new password while the account is suspended. */
export function resetRefused(
  { productName, contactEmail }: Pick<MailSite, 'productName' | 'contactEmail'>,
  { name }: { name: string },
): MailText {
  return {
    subject: `Your ${productName} account is suspended`,
    preview: 'A new password would not let you sign in.',
    heading: 'Your account is suspended',
    blocks: [
      { kind: 'paragraph', words: greeting(name) },
      {
        kind: 'paragraph',
        words:
          'Someone, hopefully you, asked for a new password for your account. The account is suspended, so signing in is not possible, with a new password either.',
      },
      { kind: 'note', words: `If you have questions, write to ${contactEmail}.` },
    ],
    reason: `You’re receiving this email because someone asked for a new password for your account at ${productName}.`,
  }
}
