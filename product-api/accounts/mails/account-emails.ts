import { paths } from '#contract/paths.ts'
import type { Block, MailSite, MailText } from '#platform/mail/blocks.ts'

// The name is empty if the address is not proven; it is left out then.
type Link = { name: string; url: string }

/** When something was done to an account, and from where. */
type WhenAndWhere = {
  /** An ISO 8601 date. */
  at: string
  /** The IP address of the request. */
  address: string
  /** E.g. `Firefox on Windows`; empty if unknown. */
  device: string
}

const nothingToDo = 'If this was you, there’s nothing to do.'
const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** `url` confirms the address; without it, the address is confirmed already. */
export function welcome({ productName }: MailSite, { name, url }: Omit<Link, 'url'> & { url?: string }): MailText {
  const heading = name ? `Welcome, ${name}` : `Welcome to ${productName}`
  const reason = `You’re receiving this email because an account at ${productName} was created with your address.`
  if (!url) {
    const words = 'Your account is ready. Read, save what you like for later, and write when you have something to say.'
    const subject = `Welcome to ${productName}`
    return { subject, preview: 'Your account is ready.', heading, blocks: [paragraph(words)], reason }
  }
  return {
    subject: `Welcome to ${productName}: please confirm your address`,
    preview: 'One click, and we know that our emails reach you.',
    heading,
    blocks: [
      paragraph('Your account is ready, and you can log in straight away.'),
      paragraph('Please confirm that this is your address. It’s how you get back in if you ever forget your password.'),
      button('Confirm my address', url),
      note('The link expires in three days. You’ll need to be logged in to use it.'),
      note('If you didn’t create an account with us, ignore this email.'),
    ],
    reason,
  }
}

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** `inviterName` is empty if the administrator's account is gone; the link works before `expiresAt`. */
export function invitation(
  { productName, contactEmail }: MailSite,
  { inviterName, url, expiresAt }: { inviterName: string; url: string; expiresAt: Date },
): MailText {
  const inviter = inviterName || 'An administrator'
  return {
    subject: `${inviter} has invited you to ${productName}`,
    preview: 'Create your account with the link in this email.',
    heading: `You’re invited to ${productName}`,
    blocks: [
      greeting(''),
      paragraph(`${inviter} has invited you to ${productName}. Create an account to read, save and write stories.`),
      button('Create my account', url),
      note(`The link is only for this address, works once, and is valid until ${date.format(expiresAt)}.`),
      note(
        `If you don’t want an account, ignore this email: nothing happens, and we delete your address when the link expires. Questions? Write to ${contactEmail}.`,
      ),
    ],
    reason: `You’re receiving this email because an administrator of ${productName} entered your address.`,
  }
}

/** Sent to the new address. */
export function emailChange({ productName }: MailSite, { name, url }: Link): MailText {
  return {
    subject: `Confirm your new email address at ${productName}`,
    preview: 'Your account uses the old one until you do.',
    heading: 'Confirm your new email address',
    blocks: [
      greeting(name),
      paragraph('You asked to use this address for your account. Please confirm it; until you do, the old one stays.'),
      button('Use this address', url),
      note('The link expires in one day. You’ll need to be logged in to use it.'),
      note('If it wasn’t you, ignore this email and nothing changes.'),
    ],
    reason: `You’re receiving this email because this address was entered for an account at ${productName}.`,
  }
}

export function resetLink({ productName }: MailSite, { name, url }: Link): MailText {
  return {
    subject: `Choose a new password for ${productName}`,
    preview: 'The link in this email expires in one hour.',
    heading: 'Choose a new password',
    blocks: [
      greeting(name),
      paragraph('Someone, hopefully you, asked for a new password for your account.'),
      button('Choose a new password', url),
      note(
        'The link works once and expires in one hour. A new password logs you out everywhere and removes your passkeys.',
      ),
      note('If it wasn’t you, ignore this email and your password stays as it is.'),
    ],
    reason: reasonOfReset(productName),
  }
}

/** Sent instead of the link for a new password while the account is suspended. */
export function resetRefused({ productName, contactEmail }: MailSite, name: string): MailText {
  return {
    subject: `Your ${productName} account is suspended`,
    preview: 'A new password would not let you log in.',
    heading: 'Your account is suspended',
    blocks: [
      greeting(name),
      paragraph(
        'Someone, hopefully you, asked for a new password for your account. The account is suspended, so logging in is not possible, with a new password either.',
      ),
      note(`If you have questions, write to ${contactEmail}.`),
    ],
    reason: reasonOfReset(productName),
  }
}

const changes = {
  passkey_added: {
    heading: 'A passkey was added to your account',
    sentence: 'A passkey was added to your account. Anyone who has it can log in without your password.',
  },
  passkey_removed: {
    heading: 'A passkey was removed from your account',
    sentence: 'A passkey was removed from your account. It can no longer be used to log in.',
  },
  google_connected: {
    heading: 'Google sign-in was connected to your account',
    sentence: 'Someone logged in to your account with Google. You can now log in that way as well.',
  },
  email_changed: {
    heading: 'Your email address was changed',
    sentence: 'Your account has a new email address. You can no longer log in with this one.',
  },
} as const

/** Tells the owner what was done to the account; `email_changed` goes to the former address. */
export function accountNotice(
  site: MailSite,
  name: string,
  { what, ...whenAndWhere }: WhenAndWhere & { what: keyof typeof changes },
): MailText {
  const { productName, contactEmail } = site
  const { heading, sentence } = changes[what]
  const advice =
    what === 'email_changed'
      ? // Without a reset link, which would be sent to the new address.
        [note(`If it wasn’t you, write to ${contactEmail} straight away.`)]
      : [...adviseNewPassword(site), note(`Need help? Write to ${contactEmail}.`)]
  return {
    subject: `${heading} at ${productName}`,
    preview: nothingToDo,
    heading,
    blocks: [greeting(name), paragraph(`${sentence} ${nothingToDo}`), listWhenAndWhere(whenAndWhere), ...advice],
    reason: `You’re receiving this email because it’s about your account at ${productName}.`,
  }
}

export function signInNotice(site: MailSite, name: string, whenAndWhere: WhenAndWhere): MailText {
  return {
    subject: `A new login to ${site.productName}`,
    preview: nothingToDo,
    heading: 'A new login to your account',
    blocks: [
      greeting(name),
      paragraph(`Someone logged in to your account from a device we haven’t seen before. ${nothingToDo}`),
      listWhenAndWhere(whenAndWhere),
      ...adviseNewPassword(site),
    ],
    reason: `You’re receiving this email because someone logged in to your account at ${site.productName}.`,
  }
}

const consequences = {
  reset:
    'Your password was just changed with a link sent to this address. Every device was logged out and every passkey was removed. If you use passkeys, please add them again under Account security.',
  changed:
    'Your password was just changed, and your other devices were logged out. Your passkeys stay as they are; you can check them under Account security.',
}

/** `reset`: with a link; `changed`: by someone who knew the old password, or had none yet. */
export function passwordChanged(site: MailSite, name: string, how: keyof typeof consequences): MailText {
  return {
    subject: `Your ${site.productName} password was changed`,
    preview: nothingToDo,
    heading: 'Your password was changed',
    blocks: [
      greeting(name),
      paragraph(consequences[how]),
      paragraph(
        'If this was you, there’s nothing else to do. If it wasn’t, choose a new one straight away: we’ll send a link to this address.',
      ),
      button('It wasn’t me', forgotUrl(site)),
      note(`Need help? Write to ${site.contactEmail}.`),
    ],
    reason: `You’re receiving this email because the password of your account at ${site.productName} was changed.`,
  }
}

/** Sent to the current address, so that the owner notices a takeover; an empty `newEmail` is left out. */
export function emailChangeNotice(site: MailSite, name: string, newEmail: string): MailText {
  return {
    subject: `Your email address at ${site.productName} is about to change`,
    preview: nothingToDo,
    heading: 'Your email address is about to change',
    blocks: [
      greeting(name),
      paragraph(
        `Someone, hopefully you, asked to change the email address of your account to ${newEmail || 'another one'}. It changes when they follow the link we’ve sent there.`,
      ),
      paragraph(
        'If this was you, there’s nothing to do here. If it wasn’t, choose a new password now. That stops the change and logs out your other devices.',
      ),
      button('Choose a new password', forgotUrl(site)),
    ],
    reason: `You’re receiving this email because this is the address of an account at ${site.productName}.`,
  }
}

function paragraph(words: string): Block {
  return { kind: 'paragraph', words }
}

function note(words: string): Block {
  return { kind: 'note', words }
}

function button(label: string, url: string): Block {
  return { kind: 'button', label, url }
}

function greeting(name: string): Block {
  return paragraph(name ? `Hello ${name},` : 'Hello,')
}

function adviseNewPassword(site: MailSite): Block[] {
  const words = 'If it wasn’t you, choose a new password now. That logs out every device and removes every passkey.'
  return [button('Choose a new password', forgotUrl(site)), note(words)]
}

function forgotUrl({ publicUrl }: MailSite): string {
  return `${publicUrl}${paths.forgotPassword}`
}

function reasonOfReset(productName: string): string {
  return `You’re receiving this email because someone asked for a new password for your account at ${productName}.`
}

function listWhenAndWhere({ at, address, device }: WhenAndWhere): Block {
  const when = `When: ${time.format(new Date(at))} (UTC)`
  return {
    kind: 'list',
    entries: [when, `Device: ${device || 'unknown'}`, `Internet address: ${address || 'unknown'}`],
  }
}
