import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { categoryName } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import { linkMarks } from '#contract/reads.ts'
import type { ListedStory } from '#contract/stories.ts'
import { sanitisedStory } from '#lib/sanitised-story.ts'
import { site } from '#lib/site.ts'
import { feedHtml } from '#story-html/feed-html.ts'
import { absolute } from './site.ts'
import { speakable } from './xml.ts'

/** A story for every feed format: plain text except `html`, and absolute addresses. */
export type FeedItem = {
  id: string
  url: string
  title: string
  summary: string
  html: string
  author: { name: string; url?: string }
  category: { term: string; label: string }
  published?: Date | undefined
  updated?: Date | undefined
  /** With its size and type if they are known for certain. */
  image?: { url: string; file?: CoverFile | undefined } | undefined
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** @throws Error for a story without a valid address. */
export async function feedItem(story: ListedStory): Promise<FeedItem> {
  const { name: siteName, categories } = site()
  const url = absolute(paths.article(story.slug))
  const published = date(story.published_at)
  return {
    id: uuid.test(story._id) ? `urn:uuid:${story._id}` : url,
    url: url + linkMarks.feed,
    title: line(story.title) || 'Untitled',
    summary: [story.kicker ?? '', story.sub_title || story.excerpt].map(line).filter(Boolean).join(' · '),
    html: speakable(feedHtml(sanitisedStory(story.content ?? story.excerpt), absolute)),
    author: {
      name: line(story.author_name || story.author) || siteName,
      ...(uuid.test(story.author_uuid ?? '') && { url: absolute(paths.profile(story.author_uuid ?? '')) }),
    },
    category: { term: line(story.category), label: line(categoryName(story.category, categories)) },
    published,
    updated: date(story.updated_at) ?? published,
    image: await imageOf(story.story_image),
  }
}

function line(text: string): string {
  return speakable(text).replace(/\s+/g, ' ').trim()
}

function date(text: string | null): Date | undefined {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? undefined : new Date(time)
}

async function imageOf(source: string | null): Promise<FeedItem['image']> {
  if (!source || !/^(?:https?:\/\/|\/(?![/\\]))[^\s\\]+$/i.test(source) || !URL.canParse(absolute(source)))
    return undefined
  return { url: new URL(absolute(source)).href, file: await coverFile(source) }
}

type CoverFile = { bytes: number; type: string }

const cover = /^\/covers\/[\w-]+\.webp$/

/** Size and type of a cover of ours; undefined for a picture on another host, for which they are unknown. */
async function coverFile(path: string): Promise<CoverFile | undefined> {
  if (!cover.test(path)) return undefined
  try {
    // Relative to the working folder: the bundler moves this file, not the covers.
    const { size } = await stat(join(process.cwd(), 'public', path))
    return { bytes: size, type: 'image/webp' }
  } catch {
    return undefined
  }
}
