import type { SendMailOptions } from 'nodemailer'
import { domainOf, isOneAddress, type MailAddress } from './address.ts'

/** An email for one recipient, as HTML and as plain text. */
export type Mail = {
  to: { name: string; address: string }
  subject: string
  html: string
  text: string
  /** Further headers, such as `List-Unsubscribe`. */
  headers?: Record<string, string>
}

export type Mailer = {
  /** @throws Error if the mail server did not take it. */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

/** A job's lease for sending an email. Longer than the mailer tries, so what has not ended by then was cut off. */
export const mailLeaseMs = 5 * 60_000

/**
 * An email in nodemailer's form, with the recipient in the header and on the envelope.
 * @throws Error for an address that could be read as more than one.
 */
export function messageOf(mail: Mail, from: MailAddress): SendMailOptions {
  if (!isOneAddress(mail.to.address)) throw new Error('A mail has exactly one recipient')
  const { address } = mail.to
  return {
    from: { name: oneLine(from.name), address: from.address },
    to: { name: oneLine(mail.to.name), address },
    envelope: { from: from.address, to: [address] },
    subject: oneLine(mail.subject),
    html: mail.html,
    text: mail.text,
    headers: {
      // No auto-reply to what no person wrote (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...Object.fromEntries(
        Object.entries(mail.headers ?? {}).map(([name, value]) => [name, headerValue(oneLine(value))]),
      ),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Plain ASCII is passed on unchanged: the library would encode any value with a quote in it, which breaks a List-Id. */
function headerValue(value: string) {
  return /^[\x20-\x7e]*$/.test(value) ? { prepared: true, foldLines: true, value } : value
}

/** Text for a header: without line ends and without characters that change the direction of the text around it. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
}

/** A List-Id (RFC 2919), which email apps sort by. `list` is a word of lower-case letters. */
export function listId(productName: string, list: string, from: Pick<MailAddress, 'address'>): string {
  return `"${oneLine(productName).replace(/["\\]/g, '')}" <${list}.newsletters.${domainOf(from.address)}>`
}

/**
 * The words of a mail server or a bounce report as the database takes them: on one line, at most 300 characters, without
 * NUL or half of a surrogate pair.
 */
export function cleanServerReply(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 300)
    .toWellFormed()
}
