import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { MoreStoriesState } from './use-more-stories.ts'

type ElementRef = RefObject<HTMLElement | null>
type Parts = { list: ElementRef; end: ElementRef; place: ElementRef }
type Progress = Pick<MoreStoriesState, 'state' | 'stories'>

/** How far ahead the next rows are loaded, in heights of the screen. */
const screensAhead = 2
/** The next page may be somewhat longer than the first; the surplus is removed while it is out of sight. */
const allowance = 1.1

/**
 * Reserves space for rows that are to come, so that nothing in view moves: while they load, the end of the list takes
 * as much space as they may need, and the rest is removed once it is below the screen.
 */
export function useListPlace({ list, end, place }: Parts, { state, stories }: Progress) {
  const position = useEndPosition(end)
  const countBefore = useRef(stories.length)
  /** The height of end and place together, while it is kept. */
  const held = useRef<number>(undefined)

  const hold = useCallback(
    (height?: number) => {
      const firstPage = list.current?.previousElementSibling?.clientHeight ?? 0
      held.current = height ?? heightOf(end) + firstPage * allowance
    },
    [list, end],
  )

  const release = useCallback(() => {
    held.current = undefined
    if (place.current) place.current.style.height = ''
  }, [place])

  // The place is another element after every change: one that stayed would count as moved.
  useLayoutEffect(() => {
    const firstNew = list.current?.children[countBefore.current]
    countBefore.current = stories.length
    if (held.current === undefined || !list.current || !place.current) return
    const added = firstNew ? list.current.getBoundingClientRect().bottom - firstNew.getBoundingClientRect().top : 0
    held.current -= added
    const rest = held.current - heightOf(end)
    if (rest <= 0 || (state === 'idle' && isBelow(end, added))) release()
    else place.current.style.height = `${rest}px`
  }, [list, end, place, state, stories.length, release])

  useEffect(() => {
    if (state !== 'loading' && position !== 'reached' && isBelow(end)) release()
  }, [end, position, state, release])

  /** Whether the end is near and not in view yet: the observers' report may be outdated. */
  const isAhead = useCallback(() => {
    return position === 'ahead' && isBelow(end) && !isBelow(end, innerHeight * screensAhead)
  }, [end, position])

  return { isAhead, hold }
}

/** Where the end of a list is for a reader who scrolls on: further below, soon to come, or in view or passed. */
function useEndPosition(end: ElementRef): 'far' | 'ahead' | 'reached' {
  const [isNear, setNear] = useState(false)
  const [isReached, setReached] = useState(false)
  useEffect(() => {
    if (!end.current) return
    const near = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      rootMargin: `0px 0px ${screensAhead * 100}%`,
    })
    const view = new IntersectionObserver(() => setReached(!isBelow(end)))
    near.observe(end.current)
    view.observe(end.current)
    return () => {
      near.disconnect()
      view.disconnect()
    }
  }, [end])
  return isReached ? 'reached' : isNear ? 'ahead' : 'far'
}

/** Whether all of it is further than this below the lower edge of the screen; at the edge, the observers say that it is not. */
function isBelow(element: ElementRef, distance = 0): boolean {
  return element.current !== null && element.current.getBoundingClientRect().top - distance > innerHeight
}

function heightOf(element: ElementRef): number {
  return element.current?.getBoundingClientRect().height ?? 0
}
