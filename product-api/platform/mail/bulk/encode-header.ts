import { encodeWords, foldLines } from 'nodemailer/lib/mime-funcs'

/**
 * A header line, folded (RFC 5322, section 2.2.3); words that are not ASCII as encoded words (RFC 2047). What is one word
 * stays on the line of its name: some programs read no other Message-ID.
 */
export function writeHeader(name: string, value: string): string {
  if (/^[\x21-\x7e]+$/.test(value)) return `${name}: ${value}`
  return foldLines(`${name}: ${/[^\x20-\x7e]/.test(value) ? encodeWords(value, 'B', 52, true) : value}`, 76)
}

/** `"Name" <address>`; the address alone if there is no name. */
export function writeMailbox({ name, address }: { name: string; address: string }): string {
  if (!name) return address
  if (/[^\x20-\x7e]/.test(name)) return `${encodeWords(name, 'B', 52, true)} <${address}>`
  return `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`
}
