// Characters that XML 1.0 forbids, even escaped: control characters, lone surrogates, non-characters.
const unspeakable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Text without the characters that no XML document may have. */
export function speakable(text: string): string {
  return text.replace(unspeakable, '')
}

// Most texts are addresses, dates and plain words: five replacements cost ten times as much as one look.
const needsNothing = /^[\w /:.,;=?%+~!()*@-]*$/

/** Text for an element's content or an attribute of an XML document. */
export function escapeXml(text: string): string {
  if (needsNothing.test(text)) return text
  return speakable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
}

/**
 * A plain text as the title or description of RSS 2.0, which most programs read as HTML and some show as it is: only what
 * HTML would take for a tag or an entity is written for HTML, so that `Fish & chips < bread` is the same to all.
 */
export function textAsHtml(text: string): string {
  return text.replace(/&(?=#?\w+;)/g, '&amp;').replace(/<(?=[a-z/!?])/gi, '&lt;')
}

type XmlAttributes = Record<string, string | number | undefined>

/** An element with a text. */
export function textElement(name: string, text: string, attributes?: XmlAttributes): string {
  return element(name, attributes, [escapeXml(text)])
}

/** An element with other elements, each already written; without any it is an empty one. */
export function element(name: string, attributes: XmlAttributes = {}, children: readonly string[] = []): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
  const start = `<${name}${written.join('')}`
  return children.length > 0 ? `${start}>${children.join('')}</${name}>\n` : `${start}/>\n`
}
