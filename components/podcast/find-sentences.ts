type Place = { node: Text; offset: number }

/** Words that are not read aloud: the transcript has none of them. */
const silent = 'pre, figcaption, script, style, iframe'

/**
 * The place of each of these sentences in a text, in order; undefined for one that is not in it (a title, or one that
 * has changed since). Any white space counts as one space.
 */
export function findSentences(root: Element, sentences: readonly string[]): (Range | undefined)[] {
  const { text, places } = readText(root)
  let from = 0
  return sentences.map((sentence) => {
    const wanted = sentence.replace(/\s+/g, ' ').trim()
    const at = wanted ? text.indexOf(wanted, from) : -1
    const [first, last] = [places[at], places[at + wanted.length - 1]]
    if (at < 0 || !first || !last) return undefined
    from = at + wanted.length
    const range = root.ownerDocument.createRange()
    range.setStart(first.node, first.offset)
    range.setEnd(last.node, last.offset + 1)
    return range
  })
}

/** The text with single spaces, and the place of each of its letters. */
function readText(root: Element): { text: string; places: Place[] } {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const places: Place[] = []
  let text = ''
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (node.parentElement?.closest(silent)) continue
    for (let offset = 0; offset < node.data.length; offset++) {
      const letter = node.data[offset] as string
      const isSpace = /\s/.test(letter)
      if (isSpace && (text === '' || text.endsWith(' '))) continue
      text += isSpace ? ' ' : letter
      places.push({ node, offset })
    }
  }
  return { text, places }
}

/** Which of these places a point of the window is in. */
export function sentenceAt(ranges: readonly (Range | undefined)[], x: number, y: number): number {
  return ranges.findIndex((range) => {
    if (!range) return false
    return [...range.getClientRects()].some(
      ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
    )
  })
}
