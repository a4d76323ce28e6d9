'use client'

import { useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { CompactCard } from '#components/article/compact-card.tsx'
import { deleteStory } from '#components/article/delete-story.ts'
import { storyTitle } from '#components/article/story-names.ts'
import { FailureText } from '#components/ui/failure-text.tsx'
import { LocalDateTime } from '#components/ui/local-date-time.tsx'
import { paths } from '#contract/paths.ts'
import type { Draft } from '#contract/story-writing.ts'
import { useCallList } from '#lib/browser/use-call-list.ts'
import { CardList, cardAction, ListFrame, SignedInOnly } from './list-frame.tsx'

const atOnce = { limit: 30 }

export function DraftedArticles() {
  return <SignedInOnly path={paths.drafts}>{(user) => <Drafts userId={user._id} />}</SignedInOnly>
}

function Drafts({ userId }: { userId: string }) {
  const list = useCallList('GET /contents/:userId/drafts', { params: { userId }, query: atOnce })
  const [deleted, setDeleted] = useState<readonly { id: string; title: string }[]>([])
  const lastDeleted = deleted.at(-1)
  return (
    <ListFrame list={list}>
      {(drafts) => (
        <>
          <CardList
            stories={drafts.filter(({ id }) => !deleted.some((gone) => gone.id === id))}
            isPart={list.hasMore}
            card={(draft) => (
              <DraftCard key={draft.id} draft={draft} onDeleted={() => setDeleted((before) => [...before, draft])} />
            )}
            ifEmpty={{
              text: 'What you write is saved here until you publish it. Only you can see it.',
              href: paths.newStory,
              label: 'Write a new story',
            }}
          />
          <p role="status" className="sr-only">
            {lastDeleted && `Deleted: ${storyTitle(lastDeleted)}`}
          </p>
        </>
      )}
    </ListFrame>
  )
}

type Props = { draft: Draft; onDeleted: () => void }

function DraftCard({ draft, onDeleted }: Props) {
  const action = useAction()
  const remove = () =>
    action.run('delete', async () => {
      if (await deleteStory(draft.id)) onDeleted()
    })
  const title = storyTitle(draft)
  return (
    <CompactCard story={draft} hasWholeTitle>
      {draft.updated_at && (
        <p className="text-small text-faint">
          Edited <LocalDateTime iso={draft.updated_at} />
        </p>
      )}
      {draft.publish_at && (
        <p className="text-small text-notice">
          Will be published on <LocalDateTime iso={draft.publish_at} />
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
      <FailureText className="pb-2">{action.message}</FailureText>
    </CompactCard>
  )
}
