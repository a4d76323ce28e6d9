import Bowser from 'bowser'

// What it does not know it names by the user agent's own words, and those are anybody's: they would stand in our mails.
const browsers = new Set(Object.values(Bowser.BROWSER_MAP))

/** A browser in words, e.g. `Firefox on Windows`; empty where it can't be told. Without versions: those change weekly. */
export function nameDevice(userAgent: string): string {
  // It throws for an empty text.
  if (!userAgent) return ''
  const { browser, os } = Bowser.parse(userAgent)
  if (!browser.name || !browsers.has(browser.name)) return os.name ?? ''
  return os.name ? `${browser.name} on ${os.name}` : browser.name
}
