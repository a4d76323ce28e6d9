import { categoryName } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import { linkMarks } from '#contract/reads.ts'
import type { Block, MailPicture, MailSite, MailText, Run, StoryBlock, Words } from '#platform/mail/blocks.ts'
import type { MailedStory } from '#stories/newsletter-stories.ts'
import { wordAtMost } from '#story-html/excerpt.ts'
import type { WrittenStory } from '#story-html/mail-html.ts'
import { mailPicture } from '#story-html/mail-picture.ts'
import { readingMinutes } from '#story-html/reading-time.ts'

/** A story of a newsletter. Its addresses are absolute, but a picture's may be as the story has it. */
export type MailStory = ReturnType<typeof mailStory>

/** The links below a newsletter: the recipient's own, and those for everyone. */
type NewsletterLinks = { unsubscribe: string; preferences: string; archive: string; sudoku: string }

/** This many stories are shown in full; the rest as titles. */
const fullStoriesMost = 12

type DigestEdition = {
  /** E.g. `Fiction, this week`. */
  title: string
  stories: readonly MailStory[]
  links: NewsletterLinks
  reason: string
  date: Date
}

/** A digest of several stories: the first one large with its cover, the others as rows with small ones. */
export function digestMail(site: MailSite, edition: DigestEdition): MailText {
  const { stories, links, reason, date } = edition
  const title = lineAtMost(edition.title, 100)
  const [first, ...others] = stories
  const rows = stories.slice(1, fullStoriesMost)
  const further = stories.slice(fullStoriesMost)
  const titles = others.map((story) => lineAtMost(story.title, 80))
  return {
    subject: first ? `${title}: ${lineAtMost(first.title, 100)}` : title,
    preview: wordAtMost(titles.length > 0 ? `Also: ${titles.join(' · ')}` : teaserOf(first), 200),
    heading: title,
    blocks: [
      { kind: 'note', words: contents(stories, date) },
      ...(first ? [storyBlock(site, first, 'large')] : []),
      ...rows.flatMap((story): Block[] => [{ kind: 'divider' }, storyBlock(site, story, 'row')]),
      ...(further.length > 0 ? titleList(further) : []),
    ],
    reason,
    footerLinks: footer(links),
  }
}

type StoryEdition = {
  /** Chosen by the writer; else the title, and the subtitle or the excerpt. */
  subject?: string | null | undefined
  preview?: string | null | undefined
  text: WrittenStory
  links: NewsletterLinks
  reason: string
}

/** One story that has just been published, whole. */
export function storyMail(site: MailSite, story: MailStory, edition: StoryEdition): MailText {
  const { text, links, reason } = edition
  const picture = coverOf(site, story, 'large')
  const subTitle = lineAtMost(story.subTitle, 300)
  return {
    subject: lineAtMost(edition.subject || story.title, 150),
    preview: wordAtMost(lineAtMost(edition.preview ?? '', 200) || teaserOf(story), 200),
    topLink: { label: 'View in browser', url: links.archive },
    above: aboveOf(story),
    heading: lineAtMost(story.title, 300),
    headingUrl: story.url,
    blocks: [
      ...(subTitle ? [{ kind: 'subtitle', words: subTitle } as const] : []),
      bylineOf(site, story),
      ...(picture ? [{ kind: 'picture', url: picture.url, alt: picture.alt, linkUrl: story.url } as const] : []),
      { kind: 'written', html: text.html, text: text.text },
      ...(text.isCut
        ? [{ kind: 'button', label: 'Continue reading', url: story.url, isAddressHidden: true } as const]
        : []),
    ],
    reason,
    footerLinks: footer(links).filter(({ url }) => url !== links.archive),
  }
}

/** The publication, and the kicker or else the category. */
function aboveOf({ publicationName, publicationUrl, kicker, categoryName }: MailStory): Words {
  const further = lineAtMost(kicker || categoryName, 100)
  if (!publicationName || !publicationUrl) return further
  return [{ text: lineAtMost(publicationName, 100), url: publicationUrl }, ` · ${further}`]
}

function bylineOf(site: MailSite, story: MailStory): Block {
  const { authorPicture, publishedAt } = story
  const picture = authorPicture ? mailPicture(site, { url: authorPicture, alt: '' }, 'small') : undefined
  const [author, reading] = factsOf(story)
  const day = publishedAt ? ` · ${dayInWords(publishedAt)}` : ''
  return { kind: 'byline', words: [author, `${day}${reading}`], ...(picture && { picture }) }
}

/** A story as part of an email: large with its cover, or a row with a small one. */
export function storyBlock(site: MailSite, story: MailStory, size: StoryBlock['size']): StoryBlock {
  const picture = coverOf(site, story, size === 'large' ? 'large' : 'small')
  return {
    kind: 'story',
    size,
    title: lineAtMost(story.title, 300),
    url: story.url,
    above: categoryOf(story),
    subTitle: lineAtMost(story.subTitle, 300),
    excerpt: lineAtMost(story.excerpt, 400),
    below: factsOf(story),
    ...(picture && { picture }),
  }
}

function coverOf(site: MailSite, { picture }: MailStory, size: 'large' | 'small'): MailPicture | undefined {
  return picture && mailPicture(site, { url: picture.url, alt: lineAtMost(picture.alt, 300) }, size)
}

function titleList(stories: readonly MailStory[]): Block[] {
  const entries = stories.map((story) => ({
    label: lineAtMost(story.title, 300),
    url: story.url,
    about: `${lineAtMost(story.authorName, 100)} · ${minutes(story.readingMinutes)}`,
  }))
  return [{ kind: 'divider' }, { kind: 'heading', words: 'More stories' }, { kind: 'links', entries }]
}

function contents(stories: readonly MailStory[], date: Date): string {
  const day = dayInWords(date)
  const total = stories.reduce((sum, { readingMinutes }) => sum + readingMinutes, 0)
  return `${day} · ${stories.length === 1 ? '1 story' : `${stories.length} stories`} · ${minutes(total)}`
}

function dayInWords(date: Date): string {
  return date.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
}

function categoryOf({ categoryName, publicationName }: MailStory): string {
  const category = lineAtMost(categoryName, 100)
  return publicationName ? `${category} · ${lineAtMost(publicationName, 100)}` : category
}

function factsOf({ authorName, authorUrl, readingMinutes }: MailStory): [author: string | Run, reading: string] {
  const name = lineAtMost(authorName, 100)
  return [authorUrl ? { text: name, url: authorUrl } : name, ` · ${minutes(readingMinutes)}`]
}

function teaserOf(story: MailStory | undefined): string {
  return lineAtMost(story?.subTitle || story?.excerpt || '', 200)
}

function minutes(count: number): string {
  return `${count} min read`
}

function footer({ preferences, unsubscribe, archive, sudoku }: NewsletterLinks) {
  return [
    { label: 'Change what you get', url: preferences },
    { label: 'Unsubscribe', url: unsubscribe },
    { label: 'View in browser', url: archive },
    { label: 'Today’s Sudoku', url: sudoku },
  ]
}

// Characters that change the direction of text would change that of our own words too.
const unwanted = /[\u202a-\u202e\u2066-\u2069]|[\p{Cs}\p{Noncharacter_Code_Point}]/gu

/** Someone else's words as part of a line of ours. */
export function lineAtMost(text: string, most: number): string {
  const line = text
    .slice(0, most * 4)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(unwanted, '')
  return wordAtMost(line.trim(), most)
}

/** A story as newsletters and the welcome show it. */
export function mailStory({ publicUrl, categories }: MailSite, story: MailedStory) {
  const picture = story.storyImage ? { url: story.storyImage, alt: story.imageAlt ?? '' } : undefined
  return {
    id: story.id,
    url: `${publicUrl}${paths.article(story.slug)}${linkMarks.newsletter}`,
    title: story.title,
    subTitle: story.subTitle,
    excerpt: story.excerpt,
    categoryName: categoryName(story.category, categories),
    authorName: story.authorName ?? story.accountName ?? '',
    ...(story.authorId && { authorUrl: `${publicUrl}${paths.profile(story.authorId)}` }),
    ...(story.publicationName && { publicationName: story.publicationName }),
    ...(story.publicationSlug && { publicationUrl: `${publicUrl}${paths.publication(story.publicationSlug)}` }),
    ...(story.accountImage && { authorPicture: story.accountImage }),
    ...(story.kicker && { kicker: story.kicker }),
    ...(story.publishedAt && { publishedAt: story.publishedAt }),
    readingMinutes: readingMinutes(story.wordCount),
    ...(picture && { picture }),
  }
}
