'use client'

import { paths } from '#contract/paths.ts'
import { useCall } from '#lib/browser/use-call.ts'
import type { ReaderStory } from './reader-story.ts'

/** Tells a story's author that it has changes that readers don't see yet; shows nothing without an answer. */
export function UnpublishedChanges({ story }: { story: ReaderStory }) {
  const { data } = useCall('GET /contents/:id/working-copy', { params: { id: story.id } })
  if (!data?.has_unpublished_changes) return null
  return (
    <a
      href={paths.editArticle(story.slug)}
      className="flex min-h-11 min-w-0 items-center text-balance text-end text-small/4 text-notice underline underline-offset-2"
    >
      Unpublished changes
    </a>
  )
}
