import type { ContentCard } from '#contract/contents.ts'
import { paths } from '#contract/paths.ts'
import { authorName } from './author-name.ts'

/** The last line of a card: author, reading time, and the way in. Its link repeats the title's, so Tab passes it by. */
export function StoryMeta({ story }: { story: ContentCard }) {
  const name = authorName(story)
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-small text-faint">
      <span className="wrap-anywhere">
        {name && <span className="text-soft">{name}</span>}
        {name && ' · '}
        {story.reading_minutes} min read
      </span>
      <a href={paths.article(story.slug)} tabIndex={-1} className="font-semibold text-link group-hover:underline">
        Read more<span className="sr-only">: {story.title}</span>
      </a>
    </p>
  )
}
