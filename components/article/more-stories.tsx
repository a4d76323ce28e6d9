'use client'

import { type MouseEvent, useEffect, useRef } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { Icon } from '#components/ui/icon.tsx'
import { StoryRow } from './story-row.tsx'
import { useMoreStories } from './use-more-stories.ts'
import { withCursor } from './with-cursor.ts'

type Props = { cursor: string; heading: 'h2' | 'h3'; listPath: string; apiPath: string }

/** After that the reader asks for more: the footer stays within reach. */
const autoLoadsMost = 3

/**
 * The rows after the first page. Without scripts it is a plain link to the next page; with them the rows come by
 * themselves when the end of the list comes near.
 */
export function MoreStories({ cursor, heading, listPath, apiPath }: Props) {
  const { stories, nextCursor, state, message, lastCount, loads, load } = useMoreStories(apiPath, cursor)
  const end = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const focusFrom = useRef<number>(undefined)

  const loadsAlone = state === 'idle' && nextCursor !== undefined && loads < autoLoadsMost
  useEffect(() => {
    if (!loadsAlone || !end.current) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && load(), {
      rootMargin: '0px 0px 600px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [loadsAlone, load])

  useEffect(() => {
    if (focusFrom.current === undefined || stories.length <= focusFrom.current) return
    list.current?.querySelectorAll<HTMLElement>('[data-story-link]')[focusFrom.current]?.focus()
    focusFrom.current = undefined
  }, [stories.length])

  function askForMore(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    focusFrom.current = stories.length
    load()
  }

  return (
    <>
      <ul ref={list} className="*:first:border-t *:first:pt-6 md:*:first:pt-8" hidden={stories.length === 0}>
        {stories.map((story) => (
          <StoryRow key={story.slug} story={story} heading={heading} />
        ))}
      </ul>
      <div ref={end} className="no-print flex flex-col items-start gap-3 border-t border-line pt-8">
        {state === 'failed' && (
          <p role="alert" className="flex items-center gap-2 text-danger">
            <Icon name="warning" />
            {message}
          </p>
        )}
        {nextCursor && (
          <a
            href={withCursor(listPath, nextCursor)}
            rel="next"
            onClick={askForMore}
            aria-busy={state === 'loading'}
            className={buttonStyle.secondary}
          >
            {state === 'failed' ? 'Try again' : 'More stories'}
          </a>
        )}
        {!nextCursor && <p className="text-small text-faint">That was the last one.</p>}
        <p role="status" className="sr-only">
          {lastCount > 0 && `${lastCount} more ${lastCount === 1 ? 'story' : 'stories'} loaded`}
        </p>
      </div>
    </>
  )
}
