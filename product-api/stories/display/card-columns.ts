import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { cardFields, pageFields, pickFields, type StoryRowText } from '#contract/story-fields.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { podcastAudio } from '#platform/db/tables/podcasts.ts'
import { contents, publications } from '#platform/db/tables/stories.ts'

/** Joins a story's publication. A deleted one is none, also before the job has taken its stories out of it. */
export const isItsPublication = and(eq(publications.id, contents.publicationId), isNull(publications.deletedAt)) as SQL

const storyColumns = {
  ...pickFields(contents, ['id', 'slug', 'excerpt', 'authorId', 'authorName', ...cardFields]),
  ...pickFields(contents, ['isDraft', 'sendNewsletter', 'wordCount', 'publishedAt', 'updatedAt', 'version']),
}

/** The columns that a list shows, of the story, its author and its publication. */
export const cardColumns = {
  ...storyColumns,
  accountName: users.name,
  accountEmail: users.email,
  accountImage: users.profileImage,
  accountShowsEmail: users.showEmail,
  publicationId: publications.id,
  publicationName: publications.name,
  publicationSlug: publications.slug,
}
export const listedColumns = { ...cardColumns, content: contents.content }
export const draftColumns = { ...cardColumns, publishAt: contents.publishAt }
export const pageColumns = {
  ...cardColumns,
  ...pickFields(contents, ['publishAt', 'deletedAt', ...pageFields]),
  accountBio: users.bio,
  audioId: podcastAudio.id,
  audioMs: podcastAudio.durationMs,
  audioBytes: podcastAudio.bytes,
}

type StoryColumns = Pick<typeof contents.$inferSelect, keyof typeof storyColumns>
export type CardRow = StoryColumns & {
  accountName: string | null
  accountEmail: string | null
  accountImage: string | null
  accountShowsEmail: boolean | null
  publicationId: string | null
  publicationName: string | null
  publicationSlug: string | null
  /** Only if the query asked for it. */
  content?: string
}
export type DraftRow = CardRow & { publishAt: Date | null }
export type PageRow = DraftRow &
  StoryRowText<(typeof pageFields)[number]> & {
    deletedAt: Date | null
    accountBio: string | null
    /** The sound of the story, if it was read aloud. */
    audioId: string | null
    audioMs: number | null
    audioBytes: number | null
  }
