/**
 * Checks the address of a link in an email.
 * @throws Error for anything but an absolute http, https or mailto address: an email has no site of its own.
 */
export function linkAddress(address: string): string {
  return checked(address, ['http:', 'https:', 'mailto:'], 'a link')
}

/**
 * Checks the address of a picture in an email.
 * @throws Error for anything but an absolute http or https address.
 */
export function pictureAddress(address: string): string {
  return checked(address, ['http:', 'https:'], 'a picture')
}

function checked(address: string, protocols: string[], what: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  // Checked as written: email apps may read what a URL parser corrects (blanks, control characters, a missing slash)
  // differently.
  const isPlain = /^(https?:\/\/[^\s/]|mailto:[^\s])\S*$/.test(address) && !/[\p{Cc}<>"\\]/u.test(address)
  if (!url || !isPlain || !protocols.includes(url.protocol)) {
    throw new Error(`${JSON.stringify(address)} can't be the address of ${what} in a mail`)
  }
  return address
}
