import Bowser from 'bowser'

// Only known names: the library takes unknown ones from the user agent, which anyone can choose, and they would appear
// in our emails.
const browsers = new Set(Object.values(Bowser.BROWSER_MAP))

/** Names a browser, e.g. `Firefox on Windows`; empty if unknown. Without versions, which change weekly. */
export function nameDevice(userAgent: string): string {
  // The library throws for an empty string.
  if (!userAgent) return ''
  const { browser, os } = Bowser.parse(userAgent)
  if (!browser.name || !browsers.has(browser.name)) return os.name ?? ''
  return os.name ? `${browser.name} on ${os.name}` : browser.name
}
