import { authorName } from './author-name.ts'

type Props = { story: { author_name: string; author: string; reading_minutes: number } }

/** Author and reading time, in one line. */
export function StoryMeta({ story }: Props) {
  const name = authorName(story)
  return (
    <span className="text-small text-faint">
      {name && <span className="text-soft">{name}</span>}
      {name && ' · '}
      {story.reading_minutes} min read
    </span>
  )
}
