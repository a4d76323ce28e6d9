import { z } from 'zod'

export type MailAddress = { name: string; address: string }

/** `Name <address>`, `"Name" <address>` or an address alone; undefined for anything else. */
export function parseSender(text: string): MailAddress | undefined {
  const [, name = '', address = ''] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? [undefined, '', text.trim()]
  if (!z.email().safeParse(address).success) return undefined
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
}
