import type { ListedContent } from '#contract/contents.ts'
import { paths } from '#contract/paths.ts'
import { CategoryTag } from './category-tag.tsx'
import { StoryImage } from './story-image.tsx'
import { StoryMeta } from './story-meta.tsx'

/** The newest story, large. */
export function LeadStory({ story }: { story: ListedContent }) {
  return (
    <article
      className={`group relative grid items-center gap-6 lg:gap-10 ${story.story_image ? 'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]' : 'max-w-column'}`}
    >
      {story.story_image && (
        <StoryImage
          url={story.story_image}
          alt=""
          sizes="(min-width: 1128px) 624px, (min-width: 1024px) 58vw, 100vw"
          fetched="first"
          className="aspect-video w-full rounded-card"
        />
      )}
      <div className="flex min-w-0 flex-col gap-3">
        <CategoryTag category={story.category} />
        <h2 className="text-balance wrap-anywhere font-serif text-lead font-semibold md:text-heading">
          <a href={paths.article(story.slug)} className="after:absolute after:inset-0 after:rounded-card">
            {story.title}
          </a>
        </h2>
        <p className="text-balance wrap-break-word font-serif text-text text-soft">{story.excerpt}</p>
        <StoryMeta story={story} />
      </div>
    </article>
  )
}
