import { type Subject, SubscribeForm } from '#components/newsletter/subscribe-form.tsx'
import { type Category, categoryName } from '#contract/categories.ts'
import type { Site } from '#contract/site.ts'
import type { StoryCard } from '#contract/stories.ts'
import { authorName } from './story-names.ts'

type Props = { story: StoryCard; site: Pick<Site, 'categories' | 'default_frequency'> }

/**
 * One line after a story: its author by email, without an account; or its publication or category if it has no author.
 * A signed-in reader has the follow button beside the author instead.
 */
export function StoryNewsletter({ story, site }: Props) {
  const subject = subjectOf(story, site.categories)
  return (
    <div className={`no-print ${'author' in subject ? 'in-data-[session=in]:hidden' : ''}`}>
      <SubscribeForm variant="line" subject={subject} usual={site.default_frequency} story={story._id} />
    </div>
  )
}

function subjectOf(story: StoryCard, categories: readonly Category[]): Subject {
  const { author_uuid, publication, publication_slug, category } = story
  if (author_uuid) return { name: authorName(story), author: author_uuid }
  if (publication && publication_slug) return { name: publication, publication: publication_slug }
  return { name: categoryName(category, categories), category }
}
