import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import type { StoryCard } from '#contract/stories.ts'
import { CategoryTag } from './category-tag.tsx'
import { authorName } from './story-names.ts'

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

type StoryMetaProps = {
  story: StoryCard
  /** On an author's own page: the date and category replace the name. */
  isByKnownAuthor?: boolean | undefined
}

/** The last line of a card: author, reading time, and the way in. Its link repeats the title's, so Tab passes it by. */
export function StoryMeta({ story, isByKnownAuthor }: StoryMetaProps) {
  return (
    <p className="flex items-baseline justify-between gap-x-4 text-small text-faint">
      <span className="wrap-anywhere">
        {isByKnownAuthor ? <Origin story={story} /> : <Author story={story} />}
        <span className="whitespace-nowrap">{story.reading_minutes} min read</span>
      </span>
      <a
        href={paths.article(story.slug)}
        tabIndex={-1}
        className="shrink-0 font-semibold text-link group-hover:underline"
      >
        Read more<span className="sr-only">: {story.title}</span>
      </a>
    </p>
  )
}

function Author({ story }: { story: StoryCard }) {
  const name = authorName(story)
  if (!name) return null
  return (
    <>
      <span className="text-soft">{name}</span>
      {' · '}
    </>
  )
}

function Origin({ story: { published_at, publication } }: { story: StoryCard }) {
  return (
    <>
      {published_at && (
        <>
          <StoryDate iso={published_at} />
          {' · '}
        </>
      )}
      {publication && (
        <>
          <span className="text-soft">{publication}</span>
          {' · '}
        </>
      )}
    </>
  )
}

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export function StoryDate({ iso }: { iso: string }) {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return null
  return <time dateTime={iso}>{format.format(date)}</time>
}
