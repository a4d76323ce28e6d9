import { tags } from '#contract/tags.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { findPublicationById } from '../publications.ts'
import { indexStory, type SearchDocument } from '../search-index/index-story.ts'
import { listSlugs } from './repository.ts'

/** The public side of a story: the pages that show it, and its search document. */
type PublicVersion = {
  story: {
    id: string
    slug: string
    category: string
    authorId: string | null
    publicationId?: string | null | undefined
  }
  document: SearchDocument
}

type KnownStory = PublicVersion['story'] & {
  title: string
  subTitle: string
  contentText: string
  authorName: string | null
  isDraft: boolean
  publishedAt: Date | null
}

export function publicVersion(story: KnownStory, accountName: string): PublicVersion | undefined {
  if (story.isDraft || !story.publishedAt) return undefined
  const { id, publishedAt, title, subTitle, contentText: text, authorName } = story
  return { story, document: { id, publishedAt, title, subTitle, text, author: authorName ?? accountName } }
}

/** Updates the search index and purges the pages that show the story; does nothing if it was and stays private. */
export async function recordStoryChange(
  ctx: Context,
  tx: Db,
  before: PublicVersion | undefined,
  after: PublicVersion | undefined,
) {
  if (!before && !after) return
  await indexStory(tx, before?.document, after?.document)
  const changed = [
    ...(before ? await tagsOf(tx, before.story) : []),
    ...(after ? await tagsOf(tx, after.story) : []),
    // A newly public story also purges cached 404s for its old slugs.
    ...(after && !before ? (await listSlugs(tx, after.story.id)).map(tags.content) : []),
  ]
  await recordChange(ctx, tx, changed)
}

async function tagsOf(tx: Db, story: PublicVersion['story']): Promise<string[]> {
  const publication = story.publicationId ? await findPublicationById(tx, story.publicationId) : undefined
  return storyTags({ ...story, publication })
}

type Shown = {
  id: string
  slug: string
  category: string
  authorId: string | null
  publication?: { slug: string } | undefined
}

/** The tags of every page that shows or finds a published story. A story can be requested by its id too. */
function storyTags({ id, slug, category, authorId, publication }: Shown): string[] {
  return [
    tags.content(slug),
    tags.content(id),
    tags.all,
    tags.category(category),
    tags.sitemap,
    tags.search,
    ...(authorId ? [tags.author(authorId)] : []),
    ...(publication ? [tags.publication(publication.slug)] : []),
  ]
}
