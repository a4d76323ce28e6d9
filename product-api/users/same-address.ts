/** Whether two e-mail addresses are one account's: their case tells nobody apart, as in the table's unique index. */
export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
