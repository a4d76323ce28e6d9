import { useId } from 'react'
import type { StoryCard } from '#contract/stories.ts'
import { type KnownOfAll, StoryRow } from './story-row.tsx'

type Props = {
  heading: string
  stories: readonly StoryCard[]
  known?: KnownOfAll
  /** Two of them are side by side. */
  isPair?: boolean
}

/** A few stories after the end of one. */
export function FurtherStories({ heading, stories, known, isPair }: Props) {
  const headingId = useId()
  if (stories.length === 0) return null
  const shape = isPair && stories.length === 2 ? 'half' : 'plain'
  return (
    <section aria-labelledby={headingId} className="no-print mx-auto mt-16 max-w-column border-t border-line pt-10">
      <h2 id={headingId} className="mb-6 wrap-anywhere font-serif text-lead font-semibold md:mb-8">
        {heading}
      </h2>
      <ul className="story-rows">
        {stories.map((story) => (
          <StoryRow key={story.slug} story={story} heading="h3" known={known} shape={shape} />
        ))}
      </ul>
    </section>
  )
}
