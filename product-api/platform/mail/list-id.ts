import { domainOf } from './domain-of.ts'
import { oneLine } from './message.ts'
import type { MailAddress } from './sender.ts'

/** A List-Id (RFC 2919): by it email apps sort, whatever the subject says. `list` is a word of lower-case letters. */
export function listId(productName: string, list: string, from: Pick<MailAddress, 'address'>): string {
  return `"${oneLine(productName).replace(/["\\]/g, '')}" <${list}.newsletters.${domainOf(from.address)}>`
}
