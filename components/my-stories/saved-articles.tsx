'use client'

import { type ReactNode, useState } from 'react'
import { CompactCardList } from '#components/article/compact-card-list.tsx'
import { buttonStyle } from '#components/ui/button-style.ts'
import { allCategories } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import { useCallList } from '#lib/browser/use-call-list.ts'
import { ListFrame } from './list-frame.tsx'
import { OfflineLine } from './offline-line.tsx'
import { SavedCard } from './saved-card.tsx'
import { type SavedOrder, SavedTools } from './saved-tools.tsx'
import { SignedInOnly } from './signed-in-only.tsx'
import { useOfflineStories } from './use-offline-stories.ts'

/** Fewer than these one finds by looking. */
const manyFrom = 13

/** `children` stand below the list, and come when it is there: they would move. */
export function SavedArticles({ children }: { children: ReactNode }) {
  return <SignedInOnly path={paths.bookmarks}>{(user) => <Saved userId={user._id}>{children}</Saved>}</SignedInOnly>
}

function Saved({ userId, children }: { userId: string; children: ReactNode }) {
  const [order, setOrder] = useState<SavedOrder>('saved')
  const [search, setSearch] = useState('')
  // Here, because a list that is looked at again may be one from before.
  const [removed, setRemoved] = useState<readonly string[]>([])
  const query = { limit: 30, order, search: search || undefined }
  const offline = useOfflineStories(userId)
  const list = useCallList('GET /bookmarks/user/:userId', { params: { userId }, query })
  // Until then the stories of the former search or order stay.
  const isAnswered = !list.isLoading && !list.error
  const isChanged = search !== '' || order !== 'saved'
  return (
    <>
      <ListFrame list={list}>
        {(stories) => (
          <>
            {(isChanged || stories.length >= manyFrom) && (
              <SavedTools order={order} onOrder={setOrder} onSearch={setSearch} />
            )}
            {search && stories.length === 0 ? (
              <p role="status" className="wrap-anywhere text-soft">
                {isAnswered && `None of your saved stories match “${search}”.`}
              </p>
            ) : (
              <CompactCardList
                stories={stories}
                isPart={!isAnswered}
                card={(story) => (
                  <SavedCard
                    key={story.articleId}
                    story={story}
                    userId={userId}
                    isOffline={offline.has(story.slug)}
                    isRemoved={removed.includes(story.articleId)}
                    onChange={(isRemoved) =>
                      setRemoved((before) => [
                        ...before.filter((id) => id !== story.articleId),
                        ...(isRemoved ? [story.articleId] : []),
                      ])
                    }
                  />
                )}
                ifEmpty={
                  <>
                    <p className="mb-4 max-w-sentence text-pretty text-soft">
                      Press Save on a story, and you’ll find it here whenever you have the time.
                    </p>
                    <a href={paths.category(allCategories)} className={buttonStyle.primary}>
                      Find a story to save
                    </a>
                  </>
                }
              />
            )}
            <OfflineLine count={stories.filter(({ slug }) => offline.has(slug)).length} of={stories.length} />
          </>
        )}
      </ListFrame>
      {(list.items || list.error) && children}
    </>
  )
}
