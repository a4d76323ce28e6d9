import type { Block, MailSite, MailText } from '#platform/mail/blocks.ts'

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

type Notice = WhenAndWhere & { name: string; what: keyof typeof changes; forgotUrl: string }

/** Tells the owner what was done to the account; `email_changed` goes to the former address. */
export function accountNotice(
  { productName, contactEmail }: Pick<MailSite, 'productName' | 'contactEmail'>,
  { name, what, forgotUrl, ...whenAndWhere }: Notice,
): MailText {
  const { heading, sentence } = changes[what]
  const happened: Block[] = [
    { kind: 'paragraph', words: greeting(name) },
    { kind: 'paragraph', words: `${sentence} If this was you, there’s nothing to do.` },
    listWhenAndWhere(whenAndWhere),
  ]
  const common = {
    subject: `${heading} at ${productName}`,
    preview: 'If this was you, there’s nothing to do.',
    heading,
    reason: `You’re receiving this email because it’s about your account at ${productName}.`,
  }
  if (what === 'email_changed') {
    // Without a reset link, which would be sent to the new address.
    return {
      ...common,
      blocks: [...happened, { kind: 'note', words: `If it wasn’t you, write to ${contactEmail} straight away.` }],
    }
  }
  return {
    ...common,
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

export function signInNotice(
  { productName }: Pick<MailSite, 'productName'>,
  { name, changePasswordUrl, ...whenAndWhere }: WhenAndWhere & { name: string; changePasswordUrl: string },
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
      listWhenAndWhere(whenAndWhere),
      { kind: 'button', label: 'Choose a new password', url: changePasswordUrl },
      {
        kind: 'note',
        words: 'If it wasn’t you, choose a new password now. That signs out every device and removes every passkey.',
      },
    ],
    reason: `You’re receiving this email because someone signed in to your account at ${productName}.`,
  }
}

const consequences = {
  reset:
    'Your password was just changed with a link sent to this address. Every device was signed out and every passkey was removed. If you use passkeys, please add them again under Account security.',
  changed:
    'Your password was just changed, and your other devices were signed out. Your passkeys stay as they are; you can check them under Account security.',
}

/** `reset`: with a link; `changed`: by someone who knew the old password, or had none yet. */
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

/** Sent to the current address, so that the owner notices a takeover; an empty `newEmail` is left out. */
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

/** When something was done to an account, and from where. */
type WhenAndWhere = {
  at: Date
  /** The IP address of the request. */
  address: string
  /** E.g. `Firefox on Windows`; empty if unknown. */
  device: string
}

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

function listWhenAndWhere({ at, address, device }: WhenAndWhere): Block {
  return {
    kind: 'list',
    entries: [
      `When: ${time.format(at)} (UTC)`,
      `Device: ${device || 'unknown'}`,
      `Internet address: ${address || 'unknown'}`,
    ],
  }
}

/** The first line of an email; without a name if the address is not proven. */
export function greeting(name: string): string {
  return name ? `Hello ${name},` : 'Hello,'
}
