'use client'

import { useState } from 'react'
import { CompactCardList } from '#components/article/compact-card-list.tsx'
import { storyTitle } from '#components/article/story-title.ts'
import { buttonStyle } from '#components/ui/button-style.ts'
import { paths } from '#contract/paths.ts'
import { useCallList } from '#lib/browser/use-call-list.ts'
import { DraftCard } from './draft-card.tsx'
import { ListFrame } from './list-frame.tsx'
import { SignedInOnly } from './signed-in-only.tsx'

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
          <CompactCardList
            stories={drafts.filter(({ id }) => !deleted.some((gone) => gone.id === id))}
            isPart={list.hasMore}
            card={(draft) => (
              <DraftCard key={draft.id} draft={draft} onDeleted={() => setDeleted((before) => [...before, draft])} />
            )}
            ifEmpty={
              <>
                <p className="mb-4 max-w-sentence text-pretty text-soft">
                  What you write is saved here until you publish it. Only you can see it.
                </p>
                <a href={paths.newStory} className={buttonStyle.primary}>
                  Write a new story
                </a>
              </>
            }
          />
          <p role="status" className="sr-only">
            {lastDeleted && `Deleted: ${storyTitle(lastDeleted)}`}
          </p>
        </>
      )}
    </ListFrame>
  )
}
