import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

type Props<P> = {
  /** Always the same function. */
  load: () => Promise<ComponentType<P>>
  /** The part's own props. */
  given: P
  /** Names the part in the sentence about a load that failed; without it nothing is said. */
  what?: string
  /** Stands in the part's place while it loads, and if nothing is said. */
  room?: ReactNode
}

/**
 * A part of the page that loads when it is first shown. A load that fails is tried once more; after that a sentence and a
 * button have the part's place. The page stays: React's own `lazy` would let its error page replace all of it.
 */
export function LatePart<P extends object>({ load, given, what, room }: Props<P>) {
  const [Part, setPart] = useState<ComponentType<P>>()
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    load()
      .catch(load)
      .then(
        (loaded) => setPart(() => loaded),
        () => setHasFailed(true),
      )
  }, [load])

  if (!hasFailed) return Part ? <Part {...given} /> : room
  if (Part) {
    return (
      <div ref={focusFirst} className="contents">
        <Part {...given} />
      </div>
    )
  }
  if (!what) return room
  return (
    <p role="alert" className="text-small text-danger">
      {what} couldn’t be loaded.{' '}
      <button
        type="button"
        onClick={() =>
          load().then(
            (loaded) => setPart(() => loaded),
            () => undefined,
          )
        }
        className="min-h-11 underline underline-offset-2"
      >
        Try again
      </button>
    </p>
  )
}

/** The button that asked for the part is gone. */
function focusFirst(place: HTMLElement | null): void {
  place?.querySelector<HTMLElement>('a, button, input')?.focus()
}
