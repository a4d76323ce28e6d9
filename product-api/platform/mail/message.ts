import type { SendMailOptions } from 'nodemailer'
import { z } from 'zod'
import type { Mail } from './mailer.ts'
import type { MailAddress } from './sender.ts'

// Beside what no address has: what would make two of one, or a header of an address.
const strictAddress = z
  .email()
  .max(254)
  .regex(/^[^\s\p{Cc},;:<>()[\]"\\]+$/u)

/**
 * An email as the email library takes it: one recipient, named twice, in the header and on the envelope.
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

/** As it is if possible: the library would encode all of a value with a quote in it, and a List-Id is no free text. */
function headerValue(value: string) {
  return /^[\x20-\x7e]*$/.test(value) ? { prepared: true, foldLines: true, value } : value
}

/** Whether a text is one address that can't be read as more than one. */
export function isOneAddress(address: string): boolean {
  return strictAddress.safeParse(address).success
}

/** Words for a header: no line ends, nothing that turns the text around it. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
}
