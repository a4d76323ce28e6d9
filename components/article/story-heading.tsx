import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import type { StoryCard } from '#contract/stories.ts'
import { CategoryTag } from './category-tag.tsx'

type Props = {
  story: StoryCard
  heading: 'h2' | 'h3'
  /** The sizes of the title and of the subtitle. */
  titleSize: string
  subtitleSize: string
  /** The list is of one category: its name is above it already. */
  isOfKnownCategory?: boolean | undefined
  /** In place of the plain title: the same words, marked. */
  children?: ReactNode
}

/** Tag, title and subtitle of a story in a list. The title's link fills the whole card, which is its nearest `relative`. */
export function StoryHeading({ story, heading: Heading, titleSize, subtitleSize, isOfKnownCategory, children }: Props) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {!isOfKnownCategory && <CategoryTag category={story.category} />}
      <Heading className={`text-balance wrap-anywhere font-serif font-semibold ${titleSize}`}>
        <a href={paths.article(story.slug)} data-story-link="" className="card-link">
          {children ?? story.title}
        </a>
      </Heading>
      {story.sub_title && (
        <p className={`serif-slanted text-pretty wrap-anywhere text-soft ${subtitleSize}`}>{story.sub_title}</p>
      )}
    </div>
  )
}
