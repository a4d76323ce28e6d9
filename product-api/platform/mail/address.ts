import { z } from 'zod'

// Also rejects characters that could inject a second address or a header.
const strictAddress = z
  .email()
  .max(254)
  .regex(/^[^\s\p{Cc},;:<>()[\]"\\]+$/u)

export type MailAddress = { name: string; address: string }

/** `Name <address>`, `"Name" <address>` or an address alone; undefined for anything else. */
export function parseSender(text: string): MailAddress | undefined {
  const [, name = '', address = ''] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? [undefined, '', text.trim()]
  if (!z.email().safeParse(address).success) return undefined
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
}

/** The part of an address after the last @, in lower case. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/** Whether a text is one address that can't be read as more than one. */
export function isOneAddress(address: string): boolean {
  return strictAddress.safeParse(address).success
}
