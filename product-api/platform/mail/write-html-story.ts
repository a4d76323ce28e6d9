import { escapeHtml } from '#story-html/escape-html.ts'
import type { MailPicture, StoryBlock } from './blocks.ts'
import { linkAddress, pictureAddress } from './check-address.ts'
import { sans, serif, smallText, writePictureLink, writeWords } from './write-html-words.ts'

const rowPicture = 136
const largePicture = 518

/** Writes a story with tables and inline styles, for Outlook. */
export function writeStory(story: StoryBlock): string {
  return story.size === 'large' ? writeLarge(story) : writeRow(story)
}

function writeLarge(story: StoryBlock): string {
  const { picture, subTitle, excerpt } = story
  const cover = picture
    ? `<div style="margin:4px 0 18px;">${writePictureLink({ url: story.url, alt: picture.alt, picture: coverOf(picture) })}</div>\n`
    : ''
  return `${cover}${above(story)}${title(story, '600 26px/32px')}${
    subTitle &&
    `<p class="soft" dir="auto" style="margin:0 0 10px;font:18px/26px ${serif};color:#57534A;">${escapeHtml(subTitle)}</p>\n`
  }${excerptOf(excerpt)}${below(story)}`
}

function writeRow(story: StoryBlock): string {
  const { picture, subTitle, excerpt } = story
  const words = `${above(story)}${title(story, '600 20px/26px')}${
    subTitle &&
    `<p class="soft" dir="auto" style="margin:0 0 6px;font:15px/22px ${serif};color:#57534A;">${escapeHtml(subTitle)}</p>\n`
  }`
  const beside = picture
    ? `<td class="thumb" width="${rowPicture}" valign="top" style="padding:4px 0 8px 18px;">${writePictureLink({ url: story.url, alt: picture.alt, picture: thumbnailOf(picture) })}</td>\n`
    : ''
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td valign="top">${words}</td>
${beside}</tr></table>
${excerptOf(excerpt)}${below(story)}`
}

function above({ above: words }: StoryBlock): string {
  if (!words) return ''
  return `<p class="green" dir="auto" style="margin:0 0 4px;font:600 13px/18px ${sans};color:#1B6B45;">${escapeHtml(words)}</p>\n`
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
