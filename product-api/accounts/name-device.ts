import Bowser from 'bowser'

// Unknown parts would be named with the user agent's own words, which anyone can choose, and they would appear in our
// emails.
const browsers = new Set(Object.values(Bowser.BROWSER_MAP))

/** A browser in words, e.g. `Firefox on Windows`; empty if it can't be told. Without versions: those change weekly. */
export function nameDevice(userAgent: string): string {
  // It throws for an empty text.
  if (!userAgent) return ''
  const { browser, os } = Bowser.parse(userAgent)
  if (!browser.name || !browsers.has(browser.name)) return os.name ?? ''
  return os.name ? `${browser.name} on ${os.name}` : browser.name
}
