import { StoryDate } from '#components/article/story-heading.tsx'
import type { Edition } from '#contract/edition.ts'
import { paths } from '#contract/paths.ts'

const titlesMost = 4

/** Sent newsletters, each with its subject, its date and its first titles. The whole row is a link. */
export function EditionList({ editions }: { editions: readonly Edition[] }) {
  return (
    <ul>
      {editions.map((edition) => (
        <li key={edition.id} className="border-t border-line py-6 first:border-t-0 first:pt-0">
          <article className="group relative flex flex-col gap-1.5">
            <p className="text-small text-faint">
              <StoryDate iso={edition.sent_at} />
              {edition.about && ` · ${edition.about}`}
            </p>
            <h2 className="text-balance wrap-anywhere font-serif text-text font-semibold md:text-lead">
              <a href={paths.newsletter(edition.id)} className="card-link">
                {edition.subject}
              </a>
            </h2>
            {edition.stories.length > 1 && (
              <p className="text-pretty wrap-anywhere text-soft">{furtherTitles(edition.stories)}</p>
            )}
          </article>
        </li>
      ))}
    </ul>
  )
}

/** Leaves out the first title, which is usually in the subject. */
function furtherTitles(stories: Edition['stories']): string {
  return `Also: ${stories
    .slice(1, titlesMost)
    .map(({ title }) => title)
    .join(' · ')}`
}
