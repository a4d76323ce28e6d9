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
  const { highlights } = story
  return (
    <li className="border-t border-line py-6 first:border-t-0 first:pt-0 md:py-8">
      {/* On a phone the words run around the picture; from tablets up they stand beside it. */}
      <article className="group relative flow-root md:flex md:flex-row-reverse md:items-start md:justify-end md:gap-10">
        {story.story_image && (
          <StoryImage
            url={story.story_image}
            alt=""
            sizes="(min-width: 768px) 267px, 128px"
            fetched={isFirstView ? 'early' : 'late'}
            className="float-end ms-4 mb-2 aspect-4/3 w-24 shrink-0 rounded-card md:float-none md:m-0 md:w-50"
          />
        )}
        <div className="min-w-0 md:flex-1">
          <CategoryTag category={story.category} />
          <Heading className="flow-root text-balance wrap-anywhere font-serif text-text font-semibold md:text-lead">
            <a
              href={paths.article(story.slug)}
              data-story-link=""
              className="after:absolute after:inset-0 after:rounded-card"
            >
              {highlights ? <Highlighted segments={highlights.title} /> : story.title}
            </a>
          </Heading>
          <p className="mt-2 mb-2 text-pretty wrap-break-word text-soft md:mb-3">
            {highlights ? <Highlighted segments={highlights.excerpt} /> : story.excerpt}
          </p>
          <div className="clear-both">
            <StoryMeta story={story} />
          </div>
        </div>
      </article>
    </li>
  )
}
