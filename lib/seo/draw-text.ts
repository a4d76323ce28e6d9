import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import decompress from 'woff2-encoder/decompress'
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

type Slice = { file: string; ranges: [from: number, to: number][] }
type Face = { family: string; package: string; subset?: string }

const packages = 'node_modules/@fontsource-variable'
const reading: Face = { family: 'Source Serif 4', package: 'source-serif-4' }
const scripts: Face[] = ['Arabic', 'Hebrew', 'Devanagari', 'Thai'].map((script) => ({
  family: `Noto Sans ${script}`,
  package: `noto-sans-${script.toLowerCase()}`,
  subset: script.toLowerCase(),
}))
const chinese: Face = { family: 'Noto Sans SC', package: 'noto-sans-sc', subset: '[' }
const japanese: Face = { family: 'Noto Sans JP', package: 'noto-sans-jp', subset: '[' }
const korean: Face = { family: 'Noto Sans KR', package: 'noto-sans-kr', subset: '[' }
const emoji: Face = { family: 'Noto Emoji', package: 'noto-emoji', subset: '[' }

/** They only tell how their neighbours are drawn: no face needs a sign for them. */
const silent = /[\s\p{Default_Ignorable_Code_Point}]/u

/** The families that draw this text, the preferred first: Han differs in Japan. `missing`: signs that no font has. */
async function familiesFor(text: string): Promise<{ families: string[]; missing: Set<string> }> {
  const faces = [reading, ...scripts, ...han(text), emoji]
  const files = new Set<string>()
  const missing = new Set<string>()
  for (const sign of new Set(text)) {
    const file = await fileWith(sign, faces)
    if (file) files.add(file)
    else if (!silent.test(sign)) missing.add(sign)
  }
  await Promise.all([...files].map(load))
  return { families: faces.map(({ family }) => family), missing }
}

function han(text: string): Face[] {
  if (/[\p{sc=Hira}\p{sc=Kana}]/u.test(text)) return [japanese, chinese, korean]
  return /\p{sc=Hang}/u.test(text) ? [korean, japanese, chinese] : [chinese, japanese, korean]
}

async function fileWith(sign: string, faces: Face[]): Promise<string | undefined> {
  const code = sign.codePointAt(0) ?? 0
  for (const face of faces) {
    for (const { file, ranges } of await slicesOf(face)) {
      if (ranges.some(([from, to]) => from <= code && code <= to)) return file
    }
  }
  return undefined
}

const known = new Map<Face, Promise<Slice[]>>()

/** The files of a face, each with the signs that it has. A package's copies of Latin and its like are not asked. */
function slicesOf(face: Face): Promise<Slice[]> {
  const slices = known.get(face) ?? readSlices(face)
  known.set(face, slices)
  return slices
}

async function readSlices({ package: name, subset }: Face): Promise<Slice[]> {
  // Relative to the working folder: the bundler moves this file, not the packages.
  const folder = join(process.cwd(), packages, name)
  const signs = JSON.parse(await readFile(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
  return Object.entries(signs)
    .filter(([slice]) => !subset || slice === subset || (subset === '[' && slice.startsWith(subset)))
    .map(([slice, ranges]) => ({
      file: join(folder, 'files', `${name}-${slice.replace(/[[\]]/g, '')}-wght-normal.woff2`),
      ranges: ranges.split(',').map(rangeOf),
    }))
}

/** `U+41`, `U+41-5A` or `U+4??`. */
function rangeOf(range: string): [number, number] {
  const [from = '', to = from] = range.trim().slice(2).split('-')
  return [Number.parseInt(from.replaceAll('?', '0'), 16), Number.parseInt(to.replaceAll('?', 'f'), 16)]
}

const loaded = new Map<string, Promise<void>>()

function load(file: string): Promise<void> {
  const loading = loaded.get(file) ?? register(file)
  loaded.set(file, loading)
  // The next picture tries again.
  loading.catch(() => loaded.delete(file))
  return loading
}

/** The text engine reads no WOFF2 and takes fonts as files, one with each text that it draws. */
async function register(file: string): Promise<void> {
  const font = join(privateFolder(), `${loaded.size}-${file.split('/').at(-1)?.replace('woff2', 'ttf')}`)
  await writeFile(font, await decompress(await readFile(file)))
  await sharp({ text: { text: '.', fontfile: font } }).toBuffer()
}

let folder: string | undefined

function privateFolder(): string {
  if (folder) return folder
  const made = mkdtempSync(join(tmpdir(), 'bytewise-fonts-'))
  // The machine's own fonts would make another picture on every machine.
  const settings = join(made, 'fonts.conf')
  writeFileSync(settings, `<?xml version="1.0"?><fontconfig><cachedir>${made}</cachedir></fontconfig>`)
  process.env.FONTCONFIG_FILE = settings
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  folder = made
  return made
}
