import type { Context } from '#platform/context.ts'
import { findTextToRead } from '#stories/list-stories.ts'
import { splitSentences } from '#story-html/excerpt.ts'
import { spokenBlocks } from '#story-html/spoken-blocks.ts'
import type { PodcastRow } from '../recording/repository.ts'

/** A text to be read aloud, part by part. */
export type SpokenText = {
  title: string
  parts: Part[]
  /** The slug, if it is a story. */
  slug?: string
}

/** A podcast's text; undefined if it reads a story that is no longer public. */
export async function textToSpeak(
  ctx: Pick<Context, 'db'>,
  { title, text, contentId }: Pick<PodcastRow, 'title' | 'text' | 'contentId'>,
): Promise<SpokenText | undefined> {
  if (text !== null) return { title, parts: splitText(text) }
  const story = contentId ? await findTextToRead(ctx.db, contentId) : undefined
  if (!story) return undefined
  const said = [
    ...splitBlock(story.title, 'heading'),
    ...(story.author ? splitBlock(`By ${story.author}.`, 'text') : []),
    ...spokenBlocks(story.content).flatMap((block) => splitBlock(block.text, block.kind)),
  ]
  return { title: story.title, parts: said, slug: story.slug }
}

/** A part's line in the transcript; empty if there is nothing to read in it. */
export function transcriptLine({ text, kind }: Pick<Part, 'text' | 'kind'>): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return kind === 'heading' ? line.replace(/^#{1,6} /, '') : line
}

/** A unit of speech: a sentence, or a piece of a long one. */
export type Part = {
  /** The text as written, with the white space around it. */
  text: string
  kind: 'heading' | 'text'
  /** The silence after it. */
  pauseMs: number
}

/** A voice hurries through longer sentences, and they take long without progress to show. */
export const partMost = 400

const pauses = { inside: 40, sentence: 220, paragraph: 520, heading: 750 }
const headingLine = /^\s{0,3}#{1,6}\s/
const breaks = [/[;:–—]\s+/gu, /,\s+/gu, /\s+/gu]

/** Splits a text, to the letter, into parts of at most 400 characters. A line that begins with `#` is a heading. */
export function splitText(text: string): Part[] {
  const parts: Part[] = []
  for (const line of text.split(/(?<=\n)/)) {
    const last = parts.at(-1)
    if (line.trim() === '' && last) {
      last.text += line
      last.pauseMs = Math.max(last.pauseMs, pauses.paragraph)
    } else if (line !== '') {
      parts.push(...splitBlock(line, headingLine.test(line) ? 'heading' : 'text'))
    }
  }
  return joinLeadingSpace(parts)
}

/** The same for one block of a story, such as a paragraph. */
function splitBlock(text: string, kind: Part['kind']): Part[] {
  const parts = splitSentences(text).flatMap((sentence) => {
    const pieces = splitLong(sentence)
    return pieces.map((piece, index): Part => {
      return { text: piece, kind, pauseMs: index === pieces.length - 1 ? pauses.sentence : pauses.inside }
    })
  })
  const last = parts.at(-1)
  if (last) last.pauseMs = kind === 'heading' ? pauses.heading : pauses.paragraph
  return parts
}

/** At most 400 characters each: cut behind a clause, else between words, else between code points. */
function splitLong(sentence: string): string[] {
  const pieces: string[] = []
  let rest = sentence
  while (rest.length > partMost) {
    const at = cutOf(rest.slice(0, partMost))
    pieces.push(rest.slice(0, at))
    rest = rest.slice(at)
  }
  return [...pieces, rest]
}

function cutOf(window: string): number {
  for (const pattern of breaks) {
    const last = [...window.matchAll(pattern)].at(-1)
    const end = last && last.index + last[0].length
    if (end && end > partMost / 4) return end
  }
  // Never between the halves of one letter.
  return /[\ud800-\udbff]$/.test(window) ? window.length - 1 : window.length
}

/** Joins white space at the very beginning to the first part with text. */
function joinLeadingSpace([first, second, ...others]: Part[]): Part[] {
  if (!first) return []
  if (!second || first.text.trim() !== '') return second ? [first, second, ...others] : [first]
  return [{ ...second, text: first.text + second.text }, ...others]
}
