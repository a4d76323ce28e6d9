import sharp from 'sharp'
import { familiesFor } from './share-fonts.ts'
import { escapeXml } from './xml.ts'

export type DrawnText = { png: Buffer; width: number; height: number }

/** A text in its place: in which sizes, from the most wanted down, in which colour, and how much room there is. */
type TextStyle = { sizes: number[]; colour: string; width: number; height: number }

const signsMost = 140
const cutAtOnce = signsMost * 8
// Control characters, and those that turn the text direction: a title is drawn in its reading order.
const unseen = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cc}/gu
// Flags and keycaps are put together from signs that have no picture of their own.
const unpictured = /[\u{1f1e6}-\u{1f1ff}\u20e3\u{e0020}-\u{e007f}]/gu
const letter = /[\p{L}\p{M}\p{N}]/u
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const thaiWords = new Intl.Segmenter('th', { granularity: 'word' })

/**
 * Draws a text in the largest size that fits, shaped and broken into lines as its script needs, and cut if even the
 * smallest does not fit.
 * @returns undefined for an empty text, and for a text with a letter that none of our fonts has.
 */
export async function drawText(text: string, style: TextStyle): Promise<DrawnText | undefined> {
  const plain = text.slice(0, cutAtOnce).normalize('NFC').replace(unseen, ' ').replace(unpictured, '')
  const signs = [...graphemes.segment(plain.replace(/\s+/g, ' ').trim())].map(({ segment }) => segment)
  for (let kept = signs.length; kept > 0; kept = Math.floor(Math.min(kept * 0.8, signsMost))) {
    if (kept > signsMost) continue
    const isWhole = kept === signs.length && text.length <= cutAtOnce
    const shown = signs.slice(0, kept).join('').trimEnd() + (isWhole ? '' : '…')
    const { families, missing } = await familiesFor(shown)
    if ([...missing].some((sign) => letter.test(sign))) return undefined
    // A word without one of its letters is another word; a sentence without a sign is the same.
    const drawable = [...shown]
      .filter((sign) => !missing.has(sign))
      .join('')
      .trim()
    if (!drawable) return undefined
    const drawn = await drawLargest(drawable, families, style)
    if (drawn) return drawn
  }
  return undefined
}

/** Whether a text begins at the right: by its first letter, as the engine that draws it decides. */
export function isRightToLeft(text: string): boolean {
  return /^\P{L}*[\p{sc=Arab}\p{sc=Hebr}]/u.test(text)
}

async function drawLargest(text: string, families: string[], { sizes, colour, width, height }: TextStyle) {
  const markup = `<span foreground="${colour}">${escapeXml(breakable(text))}</span>`
  for (const size of sizes) {
    const font = `${families.join(',')} semi-bold ${size}`
    const { data, info } = await sharp({ text: { text: markup, font, width, dpi: 72, rgba: true, wrap: 'word-char' } })
      .png()
      .toBuffer({ resolveWithObject: true })
    if (info.width <= width && info.height <= height) return { png: data, width: info.width, height: info.height }
  }
  return undefined
}

/** Thai writes no spaces between words, and only a dictionary knows where a line may end. */
function breakable(text: string): string {
  if (!/\p{sc=Thai}/u.test(text)) return text
  return [...thaiWords.segment(text)].map(({ segment }) => segment).join('\u200b')
}
