import type { ListedStory } from '#contract/stories.ts'
import { StoryHeading } from './story-heading.tsx'
import { StoryImage } from './story-image.tsx'
import { StoryMeta } from './story-meta.tsx'

/** The story that opens the page, large. */
export function LeadStory({ story }: { story: ListedStory }) {
  return (
    <article className="group relative flex flex-col gap-5">
      {story.story_image && (
        <StoryImage
          url={story.story_image}
          alt=""
          sizes="(min-width: 1128px) 670px, (min-width: 1024px) 62vw, 100vw"
          fetched="first"
          className="aspect-video w-full rounded-card lg:aspect-3/2"
        />
      )}
      <div className="flex min-w-0 max-w-column flex-col gap-3">
        <StoryHeading
          story={story}
          heading="h2"
          titleSize="text-heading md:text-title"
          subtitleSize="text-text md:text-lead"
        />
        <p className="text-pretty wrap-anywhere text-text text-soft">{story.excerpt}</p>
        <StoryMeta story={story} />
      </div>
    </article>
  )
}
