import type { Block, Words } from '#platform/mail/blocks.ts'
import { linkAddress } from '#platform/mail/check-address.ts'
import { ownPicture } from '#platform/mail/own-picture.ts'
import { wordAtMost } from '#story-html/excerpt.ts'
import { firstBlocks } from '#story-html/first-blocks.ts'
import type { Run as StoryRun } from '#story-html/inline-runs.ts'
import { plainText } from '#story-html/plain-text.ts'
import type { ListLine, Block as StoryBlock } from '#story-html/story-blocks.ts'

const wordsMost = 150
/** The maximum length of a table's or a caption's text, in characters. */
const keptMost = 600

type Place = { publicUrl: string; url: string }
type MailWords = Exclude<Words, string>

/**
 * The first 150 words or so of a story's sanitised HTML as an email shows them. Links stay; of pictures only our own,
 * because any other would tell another site that the email was opened; a video is a link to the story.
 *
 * @param story `publicUrl` of the site, and the story's absolute address.
 */
export function storyBeginning(html: string, story: Place): Block[] {
  return firstBlocks(html, wordsMost).flatMap((block) => mailBlocks(block, story))
}

function mailBlocks(block: StoryBlock, story: Place): Block[] {
  switch (block.kind) {
    case 'text': {
      const kind = block.tag === 'p' ? 'paragraph' : 'heading'
      return [...textBlocks(kind, block.line.runs, story), ...pictures(block.line.runs, story)]
    }
    case 'quote': {
      const words = block.lines.flatMap(({ runs }, index) => [...(index > 0 ? ['\n'] : []), ...writeRuns(runs, story)])
      return saysSomething(words) ? [{ kind: 'quote', words }] : []
    }
    case 'list':
      return listBlocks(block.lines, story)
    case 'code':
      return [{ kind: 'code', text: block.text }]
    case 'video':
      return [{ kind: 'paragraph', words: [{ text: 'Watch the video in the story', url: story.url }] }]
    case 'kept': {
      const words = wordAtMost(plainText(block.html), keptMost)
      return words ? [{ kind: 'paragraph', words }] : []
    }
    case 'upload':
      return []
  }
}

function textBlocks(kind: 'paragraph' | 'heading', runs: readonly StoryRun[], story: Place): Block[] {
  const words = writeRuns(runs, story)
  return saysSomething(words) ? [{ kind, words }] : []
}

function pictures(runs: readonly StoryRun[], { publicUrl, url }: Place): Block[] {
  return runs.flatMap((run): Block[] => {
    if (!('image' in run)) return []
    const picture = ownPicture({ publicUrl }, { url: run.image.src ?? '', alt: run.image.alt ?? '' }, 'large')
    return picture ? [{ kind: 'picture', url: picture.url, alt: picture.alt, linkUrl: url }] : []
  })
}

/** An email's list has one level: deeper lines follow their parent line, after a dash. */
function listBlocks(lines: readonly ListLine[], story: Place): Block[] {
  const points: { isNumbered: boolean; words: MailWords }[] = []
  for (const line of lines) {
    const words = writeRuns(line.runs, story)
    const box = line.type === 'checked' ? ['☑ '] : line.type === 'unchecked' ? ['☐ '] : []
    const last = points.at(-1)
    if (line.indent > 0 && last) last.words = [...last.words, '\n– ', ...box, ...words]
    else points.push({ isNumbered: line.type === 'ordered', words: [...box, ...words] })
  }
  const lists: { isNumbered: boolean; entries: MailWords[] }[] = []
  for (const { isNumbered, words } of points) {
    const last = lists.at(-1)
    if (last?.isNumbered === isNumbered) last.entries.push(words)
    else lists.push({ isNumbered, entries: [words] })
  }
  return lists.map((list) => ({ kind: 'list', ...list }))
}

function writeRuns(runs: readonly StoryRun[], story: Place): MailWords {
  return runs.flatMap((run): MailWords => {
    if ('lineBreak' in run) return ['\n']
    if (!('text' in run)) return []
    const { link, strong, em } = run.formats
    const url = link && addressOf(link, story)
    return [
      { text: run.text, ...(url && { url }), ...(strong && { isStrong: true }), ...(em && { isEmphasised: true }) },
    ]
  })
}

/** Where a link of the story leads from an email; undefined for one that an email can't have. */
function addressOf(link: string, story: Place): string | undefined {
  try {
    return linkAddress(/^[a-z]+:/i.test(link) ? link : new URL(link, story.url).href)
  } catch {
    return undefined
  }
}

function saysSomething(words: MailWords): boolean {
  return words.some((run) => (typeof run === 'string' ? run : run.text).trim() !== '')
}
