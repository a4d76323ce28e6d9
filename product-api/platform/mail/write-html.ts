import type { AccentPalette } from '#contract/accent.ts'
import { escapeHtml } from '#story-html/escape-html.ts'
import { sans, serif } from '#story-html/mail-elements.ts'
import type { Block, MailPicture, Run, StoryBlock, Words } from './blocks.ts'
import { linkAddress, pictureAddress } from './check-address.ts'

const bodyText = `font:16px/26px ${sans};color:#1D1B16;`
export const smallText = `font:13px/20px ${sans};color:#57534A;`

export function writeWords(words: Words): string {
  return typeof words === 'string' ? writePlain(words) : words.map(writeRun).join('')
}

function writeRun(run: string | Run): string {
  if (typeof run === 'string') return writePlain(run)
  const { text, url, isStrong, isEmphasised } = run
  let html = writePlain(text)
  if (isStrong) html = `<strong>${html}</strong>`
  if (isEmphasised) html = `<em>${html}</em>`
  if (url === undefined) return html
  // An address as link text has no space to break at.
  const breaks = text === url ? 'word-break:break-all;' : ''
  return `<a class="link" href="${escapeHtml(linkAddress(url))}" style="color:#1B5E8A;${breaks}">${html}</a>`
}

/** Keeps line breaks, as in a poem. */
function writePlain(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>\n')
}

/**
 * A picture as a link. Without alternative text the link has no accessible name, so it is hidden from screen readers
 * and the keyboard: the title beside it is the same link.
 *
 * @param picture its `img`.
 */
function writePictureLink({ url, alt, picture }: { url: string; alt: string; picture: string }): string {
  const hidden = alt.trim() === '' ? ' aria-hidden="true" tabindex="-1"' : ''
  return `<a href="${escapeHtml(linkAddress(url))}"${hidden} style="text-decoration:none;">${picture}</a>`
}

/** The accent as it is written in light; the style sheet of `compose.ts` has the dark one. */
type Accent = AccentPalette['light']
type Writers = { [K in Block['kind']]: (block: Extract<Block, { kind: K }>, accent: Accent) => string }

/** Writes each kind of block; every text is escaped and every address checked. */
const writers: Writers = {
  heading: ({ words }) =>
    `<h2 class="ink" dir="auto" style="margin:24px 0 12px;font:600 21px/28px ${serif};color:#1D1B16;">${writeWords(words)}</h2>`,
  paragraph: ({ words }) => `<p class="ink" dir="auto" style="margin:0 0 16px;${bodyText}">${writeWords(words)}</p>`,
  note: ({ words }) => `<p class="soft" style="margin:0 0 16px;${smallText}">${writeWords(words)}</p>`,
  list: ({ entries, isNumbered = false }) => {
    const lines = entries.map((entry) => `<li style="margin:0 0 6px;">${writeWords(entry)}</li>`).join('')
    const tag = isNumbered ? 'ol' : 'ul'
    return `<${tag} class="ink" style="margin:0 0 16px;padding:0 0 0 22px;${bodyText}">${lines}</${tag}>`
  },
  button: writeButton,
  picture: writePicture,
  quote: ({ words, source }) => {
    const by = source ? `<br><span class="soft" style="${smallText}">${writeWords(source)}</span>` : ''
    return `<blockquote style="margin:0 0 16px;padding:0;"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="ink line" style="padding:2px 0 2px 18px;border-left:3px solid #E4E0D6;font:italic 18px/28px ${serif};color:#1D1B16;">${writeWords(words)}${by}</td>
</tr></table></blockquote>`
  },
  story: writeStory,
  subtitle: ({ words }) =>
    `<p class="soft" dir="auto" style="margin:-4px 0 12px;font:19px/27px ${serif};color:#57534A;">${writeWords(words)}</p>`,
  links: ({ entries }) => entries.map(writeEntry).join('\n'),
  code: ({ text }) =>
    `<pre class="ink line" style="margin:0 0 16px;padding:12px 14px;border:1px solid #E4E0D6;border-radius:6px;white-space:pre-wrap;word-break:break-word;font:14px/21px Consolas,Menlo,monospace;color:#1D1B16;">${escapeHtml(text)}</pre>`,
  byline: writeByline,
  written: ({ html }) => html,
  divider: () =>
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px;"><tr><td class="line" style="border-top:1px solid #E4E0D6;font-size:0;line-height:0;">&nbsp;</td></tr></table>`,
}

export function writeBlock(block: Block, accent: Accent): string {
  return (writers[block.kind] as (block: Block, accent: Accent) => string)(block, accent)
}

function writeEntry({ label, url, about }: Extract<Block, { kind: 'links' }>['entries'][number]): string {
  const below = about ? `<br><span class="soft" style="${smallText}">${escapeHtml(about)}</span>` : ''
  return `<p class="ink" dir="auto" style="margin:0 0 12px;font:600 17px/24px ${serif};color:#1D1B16;"><a class="ink" href="${escapeHtml(linkAddress(url))}" style="color:#1D1B16;text-decoration:none;">${escapeHtml(label)}</a>${below}</p>`
}

/** A button is a coloured table cell: a link alone loses its padding in some email apps. */
function writeButton(
  { label, url, isAddressHidden }: Extract<Block, { kind: 'button' }>,
  { accent, on }: Accent,
): string {
  const href = escapeHtml(linkAddress(url))
  const address = isAddressHidden
    ? ''
    : `\n<p class="soft" style="margin:0 0 16px;${smallText}">Or copy this address into your browser:<br>${writeRun({ text: url, url })}</p>`
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px;"><tr>
<td class="button" bgcolor="${accent}" style="border-radius:999px;background:${accent};"><a class="label" href="${href}" style="display:inline-block;padding:0 26px;border:1px solid ${accent};border-radius:999px;background:${accent};font:600 16px/46px ${sans};color:${on};text-decoration:none;">${escapeHtml(label)}</a></td>
</tr></table>${address}`
}

/** The column's width; the pixels are for email apps that don't support percentages. */
function writePicture({ url, alt, linkUrl, caption }: Extract<Block, { kind: 'picture' }>): string {
  const picture = `<img class="ink" src="${escapeHtml(pictureAddress(url))}" alt="${escapeHtml(alt)}" width="518" style="display:block;width:100%;max-width:518px;height:auto;border:0;border-radius:6px;${bodyText}">`
  const linked = linkUrl === undefined ? picture : writePictureLink({ url: linkUrl, alt, picture })
  const below = caption ? `\n<p class="soft" style="margin:-8px 0 16px;${smallText}">${writeWords(caption)}</p>` : ''
  return `<div style="margin:0 0 16px;">${linked}</div>${below}`
}

const rowPicture = 136
const largePicture = 518
const storyFonts = {
  large: { title: '600 26px/32px', subTitle: 'margin:0 0 10px;font:18px/26px' },
  row: { title: '600 20px/26px', subTitle: 'margin:0 0 6px;font:15px/22px' },
}

/** Writes a story with tables and inline styles, for Outlook: its picture above the title, or beside it in a row. */
function writeStory(story: StoryBlock, accent: Accent): string {
  const { size, url, picture, subTitle, excerpt } = story
  const fonts = storyFonts[size]
  const subTitleLine = `<p class="soft" dir="auto" style="${fonts.subTitle} ${serif};color:#57534A;">${escapeHtml(subTitle)}</p>\n`
  const words = `${above(story, accent)}${title(story, fonts.title)}${subTitle && subTitleLine}`
  const end = `${excerptOf(excerpt)}${below(story)}`
  const link = picture && writePictureLink({ url, alt: picture.alt, picture: pictureWriters[size](picture) })
  if (size === 'large') return `${link ? `<div style="margin:4px 0 18px;">${link}</div>\n` : ''}${words}${end}`
  const beside = link
    ? `<td class="thumb" width="${rowPicture}" valign="top" style="padding:4px 0 8px 18px;">${link}</td>\n`
    : ''
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td valign="top">${words}</td>
${beside}</tr></table>
${end}`
}

const pictureWriters = { large: coverOf, row: thumbnailOf }

function writeByline({ words, picture }: Extract<Block, { kind: 'byline' }>): string {
  const face = picture
    ? `<td width="40" valign="middle" style="padding:0 12px 0 0;"><img src="${escapeHtml(pictureAddress(picture.url))}" alt="${escapeHtml(picture.alt)}" width="40" height="40" style="display:block;border:0;border-radius:20px;"></td>\n`
    : ''
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;"><tr>
${face}<td valign="middle" class="soft" dir="auto" style="${smallText}">${writeWords(words)}</td>
</tr></table>`
}

function above({ above: words }: StoryBlock, accent: Accent): string {
  return words ? writeAbove(words, accent) : ''
}

/** The line above a title, in the accent. */
export function writeAbove(words: Words, { accent }: Accent): string {
  return `<p class="green" dir="auto" style="margin:0 0 4px;font:600 13px/18px ${sans};color:${accent};">${writeWords(words)}</p>\n`
}

function title({ title: words, url }: StoryBlock, font: string): string {
  const link = `<a class="ink" href="${escapeHtml(linkAddress(url))}" style="color:#1D1B16;text-decoration:none;">${escapeHtml(words)}</a>`
  return `<h2 class="ink" dir="auto" style="margin:0 0 6px;font:${font} ${serif};color:#1D1B16;word-break:break-word;">${link}</h2>\n`
}

function excerptOf(words: string): string {
  if (!words) return ''
  return `<p class="ink" dir="auto" style="margin:0 0 8px;font:15px/24px ${sans};color:#1D1B16;">${escapeHtml(words)}</p>\n`
}

function below({ below: words }: StoryBlock): string {
  return `<p class="soft" dir="auto" style="margin:0 0 12px;${smallText}">${writeWords(words)}</p>`
}

/** The cover in the column's width. */
function coverOf({ url, alt }: MailPicture): string {
  return `<img class="soft" src="${escapeHtml(pictureAddress(url))}" alt="${escapeHtml(alt)}" width="${largePicture}" style="display:block;width:100%;max-width:${largePicture}px;height:auto;border:0;border-radius:8px;${smallText}">`
}

/** Scales the picture to fit its place: some email apps can't crop. */
function thumbnailOf({ url, alt, width = 4, height = 3 }: MailPicture): string {
  const scale = Math.min(rowPicture / width, rowPicture / height)
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  return `<img class="small soft" src="${escapeHtml(pictureAddress(url))}" alt="${escapeHtml(alt)}" width="${size.width}" height="${size.height}" style="display:block;border:0;border-radius:6px;${smallText}">`
}
