/**
 * One line of CSV (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe in front: a subscriber
 * with such an address must not run anything on the machine of the person who opens the file.
 */
export function csvLine(values: readonly string[]): string {
  return `${values.map(csvValue).join(',')}\r\n`
}

function csvValue(value: string): string {
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
