'use client'

import { useAction } from '#components/account/use-action.ts'
import { CompactCard } from '#components/article/compact-card.tsx'
import { deleteStory } from '#components/article/delete-story.ts'
import { storyTitle } from '#components/article/story-title.ts'
import { LocalMoment } from '#components/ui/local-moment.tsx'
import { paths } from '#contract/paths.ts'
import type { Draft } from '#contract/story-writing.ts'
import { cardAction } from './card-action.ts'

type Props = { draft: Draft; onDeleted: () => void }

export function DraftCard({ draft, onDeleted }: Props) {
  const action = useAction()
  const remove = () =>
    action.run('delete', async () => {
      if (await deleteStory(draft.id)) onDeleted()
    })
  const title = storyTitle(draft)
  return (
    <CompactCard story={draft} heading="h2">
      {draft.updated_at && (
        <p className="text-small text-faint">
          Edited <LocalMoment iso={draft.updated_at} />
        </p>
      )}
      {draft.publish_at && (
        <p className="text-small text-notice">
          Will be published on <LocalMoment iso={draft.publish_at} />
        </p>
      )}
      <div className="-mb-2 flex gap-5">
        <a href={paths.editArticle(draft.slug)} aria-label={`Edit: ${title}`} className={cardAction}>
          Edit
        </a>
        <button
          type="button"
          onClick={remove}
          aria-label={`Delete: ${title}`}
          aria-disabled={action.busy !== undefined || undefined}
          className={cardAction}
        >
          Delete
        </button>
      </div>
      {action.message && (
        <p role="alert" className="pb-2 text-small text-danger">
          {action.message}
        </p>
      )}
    </CompactCard>
  )
}
