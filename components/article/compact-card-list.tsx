import { useId } from 'react'
import type { ListedContent } from '#contract/contents.ts'
import { CompactCard } from './compact-card.tsx'

type Props = { heading?: string; stories: readonly ListedContent[] }

/** Small cards in two columns: saved and drafted stories, and what to read next. */
export function CompactCardList({ heading, stories }: Props) {
  const headingId = useId()
  return (
    <section aria-labelledby={heading && headingId}>
      {heading && (
        <h2 id={headingId} className="mb-6 font-serif text-lead font-semibold">
          {heading}
        </h2>
      )}
      {stories.length === 0 ? (
        <p className="text-soft">It's empty here.</p>
      ) : (
        <ul className="grid gap-4 md:grid-cols-2">
          {stories.map((story) => (
            <CompactCard key={story.slug} story={story} heading={heading ? 'h3' : 'h2'} />
          ))}
        </ul>
      )}
    </section>
  )
}
