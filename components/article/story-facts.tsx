import { paths } from '#contract/paths.ts'
import type { StoryCard } from '#contract/stories.ts'
import { StoryDate } from './story-date.tsx'

/** The story's date, reading time and category. */
export function StoryFacts({ story }: { story: StoryCard }) {
  return (
    <>
      {story.published_at && (
        <>
          <StoryDate iso={story.published_at} />
          {' · '}
        </>
      )}
      {story.reading_minutes} min read
      {story.publication && story.publication_slug && (
        <>
          {' · '}
          <a href={paths.publication(story.publication_slug)} className="underline underline-offset-2 hover:text-ink">
            {story.publication}
          </a>
        </>
      )}
    </>
  )
}
