/** Whether two email addresses are one account's: their case does not matter, as in the table's unique index. */
export function isSameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
