'use client'

import { type MouseEvent, useEffect, useRef } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { countOf } from '#components/ui/count-of.ts'
import { Icon } from '#components/ui/icon.tsx'
import { pagePath } from '#contract/paths.ts'
import { PublicAnswers } from '#lib/browser/public-answers.tsx'
import { type KnownOfAll, rowShape, StoryRow } from './story-row.tsx'
import { useListPlace } from './use-list-place.ts'
import { useListRestoration } from './use-list-restoration.ts'
import { type StoryListCall, useMoreStories } from './use-more-stories.ts'

export type MoreStoriesProps = {
  cursor: string
  heading: 'h2' | 'h3'
  /** The address of this list without a cursor. */
  listPath: string
  /** The call that answers the same list. */
  listCall: StoryListCall
  /** The slugs of the stories that the page shows already. */
  shown: readonly string[]
  /** Rows of several shapes, for a list to browse; search results all look alike. */
  hasShapes?: boolean
  known?: KnownOfAll | undefined
}

/** After that the reader asks for more: the footer stays within reach. */
const autoLoadsMost = 3

/**
 * The rows after the first page. Without scripts it is a plain link to the next page; with them the rows come by
 * themselves before the end of the list is in view.
 */
export function MoreStories(props: MoreStoriesProps) {
  return (
    <PublicAnswers>
      <FurtherStories {...props} />
    </PublicAnswers>
  )
}

function FurtherStories({ cursor, heading, listPath, listCall, shown, hasShapes, known }: MoreStoriesProps) {
  const more = useMoreStories(listCall, cursor, shown)
  const { stories, nextCursor, state, message, lastCount, loads, load } = more
  const list = useRef<HTMLUListElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const focusFrom = useRef<number>(undefined)
  const place = useRef<HTMLDivElement>(null)
  const isLoading = state === 'loading'
  const extent = { count: stories.length, isEnd: nextCursor === undefined }
  const { isAhead, hold } = useListPlace({ list, end, place }, more)
  useListRestoration({ list, end, hold }, cursor, more)

  const loadsAlone = state === 'idle' && nextCursor !== undefined && loads < autoLoadsMost
  useEffect(() => {
    if (!loadsAlone || !isAhead()) return
    hold()
    load()
  }, [loadsAlone, isAhead, hold, load])

  useEffect(() => {
    if (focusFrom.current === undefined || stories.length <= focusFrom.current) return
    list.current?.querySelectorAll<HTMLElement>('[data-story-link]')[focusFrom.current]?.focus({ preventScroll: true })
    focusFrom.current = undefined
  }, [stories.length])

  function askForMore(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (isLoading) return
    focusFrom.current = stories.length
    hold()
    load()
  }

  return (
    <>
      <ul ref={list} className="story-rows story-rows-further" hidden={stories.length === 0}>
        {stories.map((story, index) => (
          <StoryRow
            key={story.slug}
            story={story}
            heading={heading}
            shape={hasShapes ? rowShape(index, extent) : 'plain'}
            known={known}
          />
        ))}
      </ul>
      <div
        ref={end}
        // Without a height of its own while rows load above it: it would move away in view.
        className={`list-end no-print flex flex-col items-start gap-3 in-data-kept:hidden ${isLoading ? '' : 'border-t border-line pt-8'}`}
      >
        {state === 'failed' && (
          <p role="alert" className="flex items-center gap-2 text-danger">
            <Icon name="warning" />
            {message}
          </p>
        )}
        {nextCursor && (
          <a
            href={pagePath(listPath, nextCursor)}
            rel="next"
            onClick={askForMore}
            aria-busy={isLoading}
            className={isLoading ? 'sr-only' : buttonStyle.secondary}
          >
            {state === 'failed' ? 'Try again' : 'More stories'}
          </a>
        )}
        {!nextCursor && <p className="text-small text-faint">That was the last one.</p>}
        <p role="status" className="sr-only">
          {lastCount > 0 && `${countOf(lastCount, 'more story', 'more stories')} loaded`}
        </p>
      </div>
      <div
        key={`${state} ${stories.length}`}
        ref={place}
        aria-hidden="true"
        data-coming={isLoading || undefined}
        className="list-place no-print h-(--kept-list)"
      />
    </>
  )
}
