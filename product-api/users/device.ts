import Bowser from 'bowser'

/** A browser in words, e.g. `Firefox on Windows`; empty where it can't be told. Without versions: those change weekly. */
export function deviceName(userAgent: string): string {
  // It throws for an empty text.
  if (!userAgent) return ''
  const { browser, os } = Bowser.parse(userAgent)
  if (!browser.name) return os.name ?? ''
  return os.name ? `${browser.name} on ${os.name}` : browser.name
}
