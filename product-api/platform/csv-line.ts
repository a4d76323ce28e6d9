/**
 * One line of CSV (RFC 4180). A value that a spreadsheet would take for a formula gets an apostrophe in front, so that no
 * address or title runs code on the machine of the person who opens the file.
 */
export function csvLine(values: readonly string[]): string {
  return `${values.map(csvValue).join(',')}\r\n`
}

function csvValue(value: string): string {
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
