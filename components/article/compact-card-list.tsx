import { type ReactNode, useId } from 'react'
import type { ListedStory } from '#contract/stories.ts'
import { CompactCard } from './compact-card.tsx'

type Props<T extends ListedStory> = {
  heading?: string
  stories: readonly T[]
  /** A card that says more than the story; it is a list's item. */
  card?: (story: T) => ReactNode
  /** There is more than these, or may be: without a story it is not empty yet. */
  isPart?: boolean
  /** The next step, if there is no story. */
  ifEmpty?: ReactNode
}

/** Small cards in two columns: saved and drafted stories, and what to read next. */
export function CompactCardList<T extends ListedStory>({ heading, stories, card, isPart, ifEmpty }: Props<T>) {
  const headingId = useId()
  return (
    <section aria-labelledby={heading && headingId}>
      {heading && (
        <h2 id={headingId} className="mb-6 font-serif text-lead font-semibold">
          {heading}
        </h2>
      )}
      {stories.length === 0 && !isPart ? (
        <>
          <p className="text-soft">It's empty here.</p>
          {ifEmpty && <div className="mt-6">{ifEmpty}</div>}
        </>
      ) : (
        <ul className="grid gap-4 md:grid-cols-2">
          {stories.map(
            (story) => card?.(story) ?? <CompactCard key={story.slug} story={story} heading={heading ? 'h3' : 'h2'} />,
          )}
        </ul>
      )}
    </section>
  )
}
