import { findNameOf } from '#accounts/users.ts'
import { tags } from '#contract/tags.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { findPublicationById } from '../publications.ts'
import { indexStory, type SearchDocument } from '../search-index/index-story.ts'
import { listSlugs, type StoredStory } from './repository.ts'

type Shown = 'id' | 'slug' | 'category' | 'authorId' | 'publicationId' | 'isDraft' | 'publishedAt'
type KnownStory = Pick<StoredStory, Shown | 'title' | 'subTitle' | 'contentText' | 'authorName'>

/** Returns the searchable parts of a story; undefined if it is not public. `accountName`: the name of its author's account. */
export function searchDocument(story: KnownStory, accountName: string): SearchDocument | undefined {
  if (story.isDraft || !story.publishedAt) return undefined
  const { id, publishedAt, title, subTitle, contentText: text, authorName } = story
  return { id, publishedAt, title, subTitle, text, author: authorName ?? accountName }
}

/** Updates the search index and purges the pages that show the story; does nothing if it was and stays private. */
export async function recordStoryChange(
  ctx: Context,
  tx: Db,
  before: KnownStory | undefined,
  after: KnownStory | undefined,
): Promise<void> {
  const [was, is] = [before, after].map((story) => (story?.isDraft ? undefined : story))
  const story = is ?? was
  if (!story) return
  const name = await findNameOf(tx, story.authorId)
  await indexStory(tx, was && searchDocument(was, name), is && searchDocument(is, name))
  const changed = [
    ...(was ? await tagsOf(tx, was) : []),
    ...(is ? await tagsOf(tx, is) : []),
    // A newly public story also purges cached 404s for its old slugs.
    ...(is && !was ? (await listSlugs(tx, is.id)).map(tags.content) : []),
  ]
  await recordChange(ctx, tx, changed)
}

/** The tags of every page that shows or finds a published story. A story can be requested by its id too. */
async function tagsOf(tx: Db, { id, slug, category, authorId, publicationId }: KnownStory): Promise<string[]> {
  const publication = await findPublicationById(tx, publicationId)
  return [
    ...[tags.content(slug), tags.content(id), tags.all, tags.category(category), tags.sitemap, tags.search],
    ...(authorId ? [tags.author(authorId)] : []),
    ...(publication ? [tags.publication(publication.slug)] : []),
  ]
}
