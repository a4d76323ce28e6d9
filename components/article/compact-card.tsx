import type { ReactNode } from 'react'
import { coverOf } from '#contract/drawn-covers.ts'
import { paths } from '#contract/paths.ts'
import type { ListedStory } from '#contract/stories.ts'
import { cardPreviewEnd, cardPreviewMost, cardTitleMost, truncate } from '#story-html/excerpt.ts'
import { CategoryTag } from './story-heading.tsx'
import { StoryImage } from './story-image.tsx'
import { storyTitle } from './story-names.ts'

type Props = {
  story: ListedStory
  heading?: 'h2' | 'h3'
  /** In lists of one's own, where one looks for a certain story: the whole title, in two lines. */
  hasWholeTitle?: boolean
  /** Below the text; its buttons lie over the card's own link. */
  children?: ReactNode
}

/** A story in a few words; the whole title is its tooltip, and its description for screen readers. */
export function CompactCard({ story, heading: Heading = 'h2', hasWholeTitle = false, children }: Props) {
  const whole = storyTitle(story)
  const title = hasWholeTitle ? whole : truncate(whole, cardTitleMost).trimEnd()
  const isCut = title !== whole
  const preview = story.summary || story.excerpt
  return (
    <li className="md:last:odd:col-span-2">
      <article className="relative flex h-full gap-4 rounded-card border border-line bg-raised p-3 hover:border-edge">
        <StoryImage
          url={coverOf(story)}
          sizes="128px"
          className="aspect-square size-20 shrink-0 self-center rounded-small"
        />
        <div className="flex min-w-0 flex-col justify-center gap-1">
          <CategoryTag of={story} />
          <Heading
            className={`wrap-anywhere font-serif text-text font-semibold ${hasWholeTitle ? 'line-clamp-2' : ''}`}
          >
            <a
              href={paths.article(story.slug)}
              title={isCut || hasWholeTitle ? whole : undefined}
              // The text is exactly as long as allowed; the ellipsis is only drawn.
              className={`card-link ${isCut ? "after:content-['…']" : ''}`}
            >
              {title}
            </a>
          </Heading>
          {(preview || !story.isDraft) && (
            <p className="wrap-anywhere text-small text-soft">
              {truncate(preview, cardPreviewMost)}
              {cardPreviewEnd}
            </p>
          )}
          {children}
        </div>
      </article>
    </li>
  )
}
