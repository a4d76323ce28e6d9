'use client'

import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { CompactCard } from '#components/article/compact-card.tsx'
import { useBookmark } from '#components/article/use-bookmark.ts'
import { FailureText } from '#components/ui/failure-text.tsx'
import { lineLink } from '#components/ui/link-style.ts'
import type { Bookmark } from '#contract/bookmarks.ts'
import { allCategories } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import { keepOffline, offlineSlugs, onOfflineChange } from '#lib/browser/offline-stories.ts'
import { useCallList } from '#lib/browser/use-call-list.ts'
import { CardList, cardAction, ListFrame, SignedInOnly } from './list-frame.tsx'
import { choiceOf, ListTools } from './list-tools.tsx'

/** Fewer than these one finds by looking. */
const manyFrom = 13

/** `children` are below the list, and appear with it, so that they don't move. */
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
              <ListTools
                name="Saved stories"
                search={{ label: 'Search what you saved', placeholder: 'Title or author', onSearch: setSearch }}
                choices={[choiceOf({ label: 'Order', options: orders, value: order, onChoose: setOrder })]}
              />
            )}
            {search && stories.length === 0 ? (
              <p role="status" className="wrap-anywhere text-soft">
                {isAnswered && `None of your saved stories match “${search}”.`}
              </p>
            ) : (
              <CardList
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
                ifEmpty={{
                  text: 'Press Save on a story, and you’ll find it here whenever you have the time.',
                  href: paths.category(allCategories),
                  label: 'Find a story to save',
                }}
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

type Props = {
  story: Bookmark
  userId: string
  /** It can be read without a connection on this device. */
  isOffline: boolean
  isRemoved: boolean
  onChange: (isRemoved: boolean) => void
}

/** A saved story. Removing it takes effect immediately; its place offers Undo until the reader leaves the page. */
function SavedCard({ story, userId, isOffline, isRemoved, onChange }: Props) {
  const { save, failure } = useBookmark({ userId, articleId: story.articleId }, (isSaved) => onChange(!isSaved))
  const wasPressed = useRef(false)
  // The button that was pressed has gone: the one in its place gets the focus.
  const button = useCallback((placed: HTMLButtonElement | null) => {
    if (wasPressed.current) placed?.focus()
  }, [])

  function press(isSaved: boolean) {
    wasPressed.current = true
    void save(isSaved)
  }

  const said = <FailureText>{failure?.message}</FailureText>
  if (isRemoved) {
    return (
      <li className="md:last:odd:col-span-2">
        <div className="flex h-full min-h-24 flex-col items-start justify-center rounded-card border border-edge border-dashed px-4 py-3">
          <p role="status" className="wrap-anywhere text-ui text-soft">
            Removed: {story.title}
          </p>
          <button ref={button} type="button" onClick={() => press(true)} className={`${lineLink} -mb-2`}>
            Undo
          </button>
          {said}
        </div>
      </li>
    )
  }
  return (
    <CompactCard story={story} hasWholeTitle>
      <div className="-mb-2 flex items-center justify-between gap-3">
        <button
          ref={button}
          type="button"
          onClick={() => press(false)}
          aria-label={`Remove: ${story.title}`}
          className={cardAction}
        >
          Remove
        </button>
        {isOffline && <span className="text-small text-faint">✓ Available offline</span>}
      </div>
      {said}
    </CompactCard>
  )
}

const orders = { saved: 'Recently saved', published: 'Newest first', title: 'By title' } as const
type SavedOrder = keyof typeof orders

const none: ReadonlySet<string> = new Set()

/** Which saved stories this device can show without a connection; opening the list brings that up to date. */
function useOfflineStories(userId: string): ReadonlySet<string> {
  const [slugs, setSlugs] = useState(none)
  useEffect(() => {
    if (!('caches' in window)) return
    const look = () => void offlineSlugs(userId).then(setSlugs)
    const stop = onOfflineChange(look)
    look()
    keepOffline(userId)
    return stop
  }, [userId])
  return slugs
}

/** How much of the list can be read without a connection. */
function OfflineLine({ count, of }: { count: number; of: number }) {
  if (count === 0) return null
  const some = `${count} of these ${of} stories ${count === 1 ? 'is' : 'are'}`
  const said = count < of ? some : of === 1 ? 'This story is' : 'These stories are'
  return (
    <p className="text-small text-faint">
      {said} on this device, to{' '}
      <a href={paths.offline} className="underline underline-offset-2 hover:text-ink">
        read offline
      </a>
      .
    </p>
  )
}
