import { paths } from '#contract/paths.ts'
import type { StoryCard } from '#contract/stories.ts'
import { authorName } from './author-name.ts'
import { StoryDate } from './story-date.tsx'

type Props = {
  story: StoryCard
  /** On an author's own page: the date and category replace the name. */
  isByKnownAuthor?: boolean | undefined
}

/** The last line of a card: author, reading time, and the way in. Its link repeats the title's, so Tab passes it by. */
export function StoryMeta({ story, isByKnownAuthor }: Props) {
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
