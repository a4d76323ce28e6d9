import { LineLink } from '#components/ui/links.tsx'
import { TitledSection } from '#components/ui/titled-section.tsx'
import type { ListedStory } from '#contract/stories.ts'
import { CompactCard } from './compact-card.tsx'

type Props = {
  stories: readonly ListedStory[]
  /** The page with all of them. */
  path: string
}

/** A few stories for the time until the first email comes. */
export function NewestStories({ stories, path }: Props) {
  if (stories.length === 0) return null
  return (
    <TitledSection id="newest-stories" title="Read meanwhile" className="flex flex-col gap-4 border-t border-line pt-6">
      <ul className="flex flex-col gap-4">
        {stories.map((story) => (
          <CompactCard key={story.slug} story={story} heading="h3" />
        ))}
      </ul>
      <LineLink href={path}>More stories</LineLink>
    </TitledSection>
  )
}
