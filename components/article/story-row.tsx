import type { ListedContent, SearchHit } from '#contract/contents.ts'
import { paths } from '#contract/paths.ts'
import { CategoryTag } from './category-tag.tsx'
import { Highlighted } from './highlighted.tsx'
import { StoryImage } from './story-image.tsx'
import { StoryMeta } from './story-meta.tsx'

export type RowStory = ListedContent & { highlights?: SearchHit['highlights'] }

type Props = { story: RowStory; heading: 'h2' | 'h3'; isFirstView?: boolean }

/** One story of a list: words left, picture right. The whole row leads to the story. */
export function StoryRow({ story, heading: Heading, isFirstView }: Props) {
  const href = paths.article(story.slug)
  const { highlights } = story
  return (
    <li className="border-t border-line py-6 first:border-t-0 first:pt-0 md:py-8">
      <article className="group relative flow-root md:grid md:grid-cols-[minmax(0,1fr)_auto] md:grid-rows-[auto_1fr] md:gap-x-10 md:gap-y-2">
        {story.story_image && (
          <StoryImage
            url={story.story_image}
            alt=""
            sizes="(min-width: 768px) 267px, 128px"
            isFirstView={isFirstView}
            className="float-end ms-4 mb-2 aspect-4/3 w-24 rounded-card md:float-none md:col-start-2 md:row-span-2 md:row-start-1 md:m-0 md:w-50"
          />
        )}
        <div className="flow-root md:row-start-1">
          <CategoryTag category={story.category} />
          <Heading className="text-balance font-serif text-text font-semibold md:text-lead">
            <a href={href} data-story-link="" className="after:absolute after:inset-0 after:rounded-card">
              {highlights ? <Highlighted segments={highlights.title} /> : story.title}
            </a>
          </Heading>
        </div>
        <div className="mt-2 md:mt-0">
          <p className="text-pretty text-soft">
            {highlights ? <Highlighted segments={highlights.excerpt} /> : story.excerpt}
          </p>
          <p className="clear-both mt-2 flex flex-wrap items-baseline justify-between gap-x-4 text-small md:mt-3">
            <StoryMeta story={story} />
            <a href={href} tabIndex={-1} className="font-semibold text-link group-hover:underline">
              Read more<span className="sr-only">: {story.title}</span>
            </a>
          </p>
        </div>
      </article>
    </li>
  )
}
