import { z } from 'zod'
import { isImageAddress } from './image-address.ts'

const emailMost = 254
const nameMost = 100
const imageAddressMost = 2_048
export const bioMost = 600
/** In characters (code points) of any script. */
export const passwordLength = { least: 8, most: 128 } as const

// Line ends and NUL end an email's header, half of a surrogate pair is no character; the others turn the text around
// them or hide (Unicode's bidirectional controls).
const hostile = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

// Characters that are drawn blank, letters among them (Hangul fillers, the empty Braille cell).
const invisible = /[\s\p{Cf}\p{Mn}\u115f\u1160\u2800\u3164\uffa0]/gu

/** An email address as typed but for spaces around it; a domain in another script becomes its ASCII form (RFC 5891). */
export const EmailAddress = z
  .string({ error: 'Please enter an email address.' })
  .max(emailMost, 'This email address is too long.')
  .transform((typed) => asciiDomain(typed.trim()))
  .pipe(z.email('Please enter a valid email address.'))

/** A person's or a thing's name: one line, composed (NFC), without characters that no name has. */
export const PersonName = z
  .string({ error: 'Please enter a name.' })
  // Before anything is done with it; what is composed has fewer characters than what was typed.
  .max(nameMost * 10, `A name has at most ${nameMost} characters.`)
  .transform((typed) => typed.trim().normalize('NFC'))
  .pipe(
    z
      .string()
      .min(1, 'Please enter a name.')
      .max(nameMost, `A name has at most ${nameMost} characters.`)
      .refine((name) => !hostile.test(name), 'A name is one line without control characters.')
      .refine((name) => name === '' || name.replace(invisible, '') !== '', 'Please enter a name that can be seen.'),
  )

/** A password in any script; the product API normalises it (NFKC) and also refuses common ones. */
export const Password = z
  .string({ error: 'Please enter a password.' })
  .max(passwordLength.most * 4, `A password has at most ${passwordLength.most} characters.`)
  .refine((typed) => [...typed].length >= passwordLength.least, {
    error: `A password has at least ${passwordLength.least} characters.`,
  })
  .refine((typed) => [...typed].length <= passwordLength.most, {
    error: `A password has at most ${passwordLength.most} characters.`,
  })

/** An address on the web, or one of this site's own pictures; empty for none. */
export const ImageAddress = z
  .string()
  .trim()
  .max(imageAddressMost, 'This address is too long.')
  .refine((url) => url === '' || isImageAddress(url), 'Please enter an address that starts with https:// or http://.')
  .transform((url) => url || null)

/** A picture as it was stored, or null if the stored value is not allowed for a picture. */
export const StoredImage = z.string().max(imageAddressMost).refine(isImageAddress).nullable().default(null).catch(null)

function asciiDomain(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  // Only if it matters: the parser would also turn invalid text into addresses.
  if (at < 1 || !/^[\p{L}\p{N}\p{M}.-]+$/u.test(domain) || !/[^\0-\x7f]/.test(domain)) return address
  const url = `http://${domain}`
  return URL.canParse(url) ? `${address.slice(0, at)}@${new URL(url).hostname}` : address
}
