import { audioAddress } from '#contract/audio-address.ts'
import { siteCategoryTag } from '#contract/categories.ts'
import type { ListedStory, Narration, StoryCard, StoryPage } from '#contract/stories.ts'
import { cardFields, jsonOf, pageFields } from '#contract/story-fields.ts'
import type { Actor, Context } from '#platform/context.ts'
import { encodeTimeCursor, type TimePlace } from '#platform/db/paging.ts'
import { readingMinutes } from '#story-html/reading-time.ts'
import type { StoryWithMore } from '../list-stories.ts'
import { canEdit, canSeeAuthorEmail } from '../load-story.ts'
import type { FilledPart } from '../sitemap/sitemap.ts'
import type { CardRow, PageRow } from './card-columns.ts'

/** The person to whom a story is shown, and the site on which. */
type For = Pick<Context, 'categories'> & { actor?: Actor | undefined }

export function presentCard(row: CardRow, { actor, categories }: For): StoryCard {
  const author = { id: row.authorId, showsEmail: row.accountShowsEmail }
  return {
    _id: row.id,
    id: row.id,
    slug: row.slug,
    ...jsonOf(row, cardFields),
    author: row.authorName ?? '',
    author_name: row.authorName ?? row.accountName ?? '',
    author_email: canSeeAuthorEmail(actor, author) ? row.accountEmail : null,
    author_uuid: row.authorId,
    author_image: row.accountImage,
    publication: row.publicationName,
    publication_slug: row.publicationSlug,
    userId: row.authorId,
    isDraft: row.isDraft,
    sendNewsletter: row.sendNewsletter,
    excerpt: row.excerpt,
    word_count: row.wordCount,
    reading_minutes: readingMinutes(row.wordCount),
    category_tag: siteCategoryTag(row.category, categories),
    published_at: timeOf(row.publishedAt),
    updated_at: row.updatedAt.toISOString(),
    version: row.version,
  }
}

export function presentListed(row: CardRow, to: For): ListedStory {
  return { ...presentCard(row, to), ...(row.content !== undefined && { content: row.content }) }
}

/** The item's own fields and the same item as `post`: callers read either. */
export function presentPage({ story, next, byAuthor }: StoryWithMore, to: For): StoryPage {
  const post = {
    ...presentCard(story, to),
    ...jsonOf(story, pageFields),
    author_bio: story.accountBio ?? '',
    publish_at: canEdit(to.actor, story) ? timeOf(story.publishAt) : null,
    // Only an administrator sees a deleted one.
    deleted_at: timeOf(story.deletedAt),
    narration: narrationOf(story),
  }
  const cards = (rows: CardRow[]) => rows.map((row) => presentCard(row, to))
  return { ...post, post, next: cards(next), by_author: cards(byAuthor) }
}

/** Only of a public story: no other may be heard. */
function narrationOf({ isDraft, deletedAt, audioId: id, audioMs, audioBytes }: PageRow): Narration | null {
  if (isDraft || deletedAt || !id || !audioMs || !audioBytes) return null
  const [url, transcript] = [audioAddress({ id, kind: 'mp3' }), audioAddress({ id, kind: 'vtt' })]
  return { url, transcript, duration_ms: audioMs, bytes: audioBytes }
}

export function timeOf(date: Date | null): string | null {
  return date?.toISOString() ?? null
}

export function presentSitemapPart({ after, until, lastmod }: FilledPart) {
  const cursorOf = (place: TimePlace | undefined) => (place ? encodeTimeCursor(place) : null)
  return { after: cursorOf(after), until: cursorOf(until), lastmod: lastmod.toISOString() }
}
