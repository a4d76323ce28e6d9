import { LineLink } from '#components/ui/links.tsx'
import { TitledSection } from '#components/ui/titled-section.tsx'
import { paths } from '#contract/paths.ts'
import type { StoryCard } from '#contract/stories.ts'

type Props = {
  stories: readonly Pick<StoryCard, 'slug' | 'title' | 'reading_minutes'>[]
  /** The page with all of them. */
  path: string
}

/** A few stories for the time until the first email comes. */
export function NewestStories({ stories, path }: Props) {
  if (stories.length === 0) return null
  return (
    <TitledSection id="newest-stories" title="Read meanwhile" className="flex flex-col gap-2 border-t border-line pt-6">
      <ul>
        {stories.map(({ slug, title, reading_minutes }) => (
          <li key={slug} className="border-b border-line py-1">
            <a
              href={paths.article(slug)}
              className="flex min-h-11 items-baseline justify-between gap-4 py-2 hover:underline"
            >
              <span className="min-w-0 wrap-anywhere font-serif text-text">{title}</span>
              <span className="shrink-0 text-small text-faint">{reading_minutes} min read</span>
            </a>
          </li>
        ))}
      </ul>
      <LineLink href={path}>More stories</LineLink>
    </TitledSection>
  )
}
