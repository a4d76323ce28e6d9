import { escapeHtml } from '#story-html/escape-html.ts'
import type { Block } from './blocks.ts'
import { linkAddress, pictureAddress } from './check-address.ts'
import { writeStory } from './write-html-story.ts'
import { bodyText, sans, serif, smallText, writePictureLink, writeRun, writeWords } from './write-html-words.ts'

type Writers = { [K in Block['kind']]: (block: Extract<Block, { kind: K }>) => string }

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
  divider: () =>
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px;"><tr><td class="line" style="border-top:1px solid #E4E0D6;font-size:0;line-height:0;">&nbsp;</td></tr></table>`,
}

export function writeBlock(block: Block): string {
  return (writers[block.kind] as (block: Block) => string)(block)
}

function writeEntry({ label, url, about }: Extract<Block, { kind: 'links' }>['entries'][number]): string {
  const below = about ? `<br><span class="soft" style="${smallText}">${escapeHtml(about)}</span>` : ''
  return `<p class="ink" dir="auto" style="margin:0 0 12px;font:600 17px/24px ${serif};color:#1D1B16;"><a class="ink" href="${escapeHtml(linkAddress(url))}" style="color:#1D1B16;text-decoration:none;">${escapeHtml(label)}</a>${below}</p>`
}

/** A button is a coloured table cell: a link alone loses its padding in some email apps. */
function writeButton({ label, url, isAddressHidden }: Extract<Block, { kind: 'button' }>): string {
  const href = escapeHtml(linkAddress(url))
  const address = isAddressHidden
    ? ''
    : `\n<p class="soft" style="margin:0 0 16px;${smallText}">Or copy this address into your browser:<br>${writeRun({ text: url, url })}</p>`
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px;"><tr>
<td class="button" bgcolor="#1B6B45" style="border-radius:999px;background:#1B6B45;"><a class="label" href="${href}" style="display:inline-block;padding:0 26px;border:1px solid #1B6B45;border-radius:999px;background:#1B6B45;font:600 16px/46px ${sans};color:#FFFFFF;text-decoration:none;">${escapeHtml(label)}</a></td>
</tr></table>${address}`
}

/** The column's width; the pixels are for email apps that don't support percentages. */
function writePicture({ url, alt, linkUrl, caption }: Extract<Block, { kind: 'picture' }>): string {
  const picture = `<img class="ink" src="${escapeHtml(pictureAddress(url))}" alt="${escapeHtml(alt)}" width="518" style="display:block;width:100%;max-width:518px;height:auto;border:0;border-radius:6px;${bodyText}">`
  const linked = linkUrl === undefined ? picture : writePictureLink({ url: linkUrl, alt, picture })
  const below = caption ? `\n<p class="soft" style="margin:-8px 0 16px;${smallText}">${writeWords(caption)}</p>` : ''
  return `<div style="margin:0 0 16px;">${linked}</div>${below}`
}
