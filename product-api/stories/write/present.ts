import type { Draft, Revision, WholeRevision, WorkingCopy, Written as WrittenAnswer } from '#contract/story-writing.ts'
import type { Actor } from '#platform/context.ts'
import type { Written } from '../load-story.ts'
import type { DraftRow } from '../read/card-columns.ts'
import { presentCard, timeOf } from '../read/present.ts'
import type { RevisionLine, RevisionRow } from '../revisions/service.ts'
import type { NamedStory } from './working-copy.ts'

export function presentWritten({ id, slug, version, isDraft, updatedAt }: Written): WrittenAnswer {
  return { _id: id, id, slug, version, isDraft, updated_at: updatedAt.toISOString() }
}

export function presentDraft(row: DraftRow, actor: Actor): Draft {
  return { ...presentCard(row, actor), publish_at: timeOf(row.publishAt) }
}

export function presentWorkingCopy(open: NamedStory): WorkingCopy {
  const { story, workingCopy, text, version, writtenAt, accountName, publication } = open
  return {
    _id: story.id,
    id: story.id,
    slug: story.slug,
    next_slug: workingCopy?.nextSlug ?? null,
    title: text.title,
    sub_title: text.subTitle,
    content: text.content,
    category: text.category,
    story_image: text.storyImage,
    image_alt: text.imageAlt,
    summary: text.summary,
    publication: publication?.slug ?? null,
    publication_name: publication?.name ?? null,
    book_title: text.bookTitle,
    book_author: text.bookAuthor,
    canonical_url: text.canonicalUrl,
    author_uuid: story.authorId,
    author_name: story.authorName ?? accountName,
    isDraft: story.isDraft,
    has_unpublished_changes: workingCopy !== undefined,
    sendNewsletter: text.sendNewsletter,
    publish_at: timeOf(story.publishAt),
    published_at: timeOf(story.publishedAt),
    updated_at: writtenAt.toISOString(),
    deleted_at: timeOf(story.deletedAt),
    version,
  }
}

export function presentRevision(row: RevisionLine): Revision {
  return {
    _id: row.id,
    version: row.version,
    kind: row.kind,
    title: row.title,
    word_count: row.wordCount,
    saved_at: row.createdAt.toISOString(),
    saved_by: row.authorName ?? '',
  }
}

export function presentWholeRevision(row: RevisionRow): WholeRevision {
  return {
    ...presentRevision(row),
    sub_title: row.subTitle,
    content: row.content,
    category: row.category,
    story_image: row.storyImage,
    image_alt: row.imageAlt,
  }
}
