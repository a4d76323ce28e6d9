import type { ListedContent } from '#contract/contents.ts'
import { paths } from '#contract/paths.ts'
import { CategoryTag } from './category-tag.tsx'
import { StoryImage } from './story-image.tsx'
import { StoryMeta } from './story-meta.tsx'

/** The newest story, large. */
export function LeadStory({ story }: { story: ListedContent }) {
  const href = paths.article(story.slug)
  return (
    <article className="group relative grid items-center gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-10">
      {story.story_image && (
        <StoryImage
          url={story.story_image}
          alt=""
          sizes="(min-width: 1128px) 624px, (min-width: 1024px) 58vw, 100vw"
          isFirstView
          className="aspect-video w-full rounded-card"
        />
      )}
      <div className="flex flex-col gap-3">
        <CategoryTag category={story.category} />
        <h2 className="text-balance font-serif text-lead font-semibold md:text-heading">
          <a href={href} className="after:absolute after:inset-0 after:rounded-card">
            {story.title}
          </a>
        </h2>
        <p className="text-pretty font-serif text-text text-soft">{story.excerpt}</p>
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-small">
          <StoryMeta story={story} />
          <a href={href} tabIndex={-1} className="font-semibold text-link group-hover:underline">
            Read more<span className="sr-only">: {story.title}</span>
          </a>
        </p>
      </div>
    </article>
  )
}
