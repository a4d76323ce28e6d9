import type { ListedStory } from '#contract/stories.ts'
import { StoryHeading } from './story-heading.tsx'
import { StoryImage } from './story-image.tsx'
import { StoryMeta } from './story-meta.tsx'

type Props = {
  story: ListedStory
  /** Beside the lead, in view when the page opens, or in a strip of one category further down. */
  place: 'beside' | 'strip'
}

/** As wide as the whole picture; beside the lead a phone shows a square of it. */
const imageSizes = {
  beside: '(min-width: 1024px) 344px, (min-width: 768px) 45vw, 171px',
  strip: '(min-width: 1024px) 260px, (min-width: 768px) 30vw, 78vw',
} as const

/** A story of the front page: of its beginning it shows only so much as leaves the page in balance. */
export function SecondStory({ story, place }: Props) {
  return (
    <article className="second-story group" data-picture={story.story_image ? '' : undefined}>
      {story.story_image && (
        <StoryImage
          url={story.story_image}
          alt=""
          sizes={imageSizes[place]}
          fetched={place === 'beside' ? 'early' : 'late'}
          className="rounded-card"
        />
      )}
      <StoryHeading
        story={story}
        heading="h3"
        titleSize="text-text"
        subtitleSize="text-field"
        isOfKnownCategory={place === 'strip'}
      />
      <div className="flex min-w-0 flex-col justify-between gap-2">
        <p className="line-clamp-2 text-pretty wrap-anywhere text-soft">{story.excerpt}</p>
        <StoryMeta story={story} />
      </div>
    </article>
  )
}
