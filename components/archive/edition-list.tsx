import { StoryDate } from '#components/article/story-heading.tsx'
import { StoryImage } from '#components/article/story-image.tsx'
import { coverOf } from '#contract/drawn-covers.ts'
import type { Edition } from '#contract/edition.ts'
import { paths } from '#contract/paths.ts'

const titlesMost = 4

/**
 * Sent newsletters, each with its subject and its date, the cover, the author and a sentence of its first story, and its
 * further titles. The whole row is a link.
 */
export function EditionList({ editions }: { editions: readonly Edition[] }) {
  return (
    <ul className="story-rows">
      {editions.map((edition, index) => (
        <li key={edition.id} className="story-row story-row-plain">
          <EditionRow edition={edition} isFirstView={index < 2} />
        </li>
      ))}
    </ul>
  )
}

function EditionRow({ edition, isFirstView }: { edition: Edition; isFirstView: boolean }) {
  const { id, subject, about, sent_at: sentAt, stories } = edition
  const [lead] = stories
  return (
    <article className="group">
      {lead && (
        <StoryImage
          url={coverOf(lead)}
          sizes="(min-width: 768px) 267px, 171px"
          fetched={isFirstView ? 'early' : 'late'}
          className="rounded-card"
        />
      )}
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className="text-small text-faint">
          <StoryDate iso={sentAt} />
          {about && ` · ${about}`}
        </p>
        <h2 className="text-balance wrap-anywhere font-serif text-text font-semibold md:text-lead">
          <a href={paths.newsletter(id)} className="card-link">
            {subject}
          </a>
        </h2>
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        {lead && <p className="text-pretty wrap-anywhere text-soft">{lead.sub_title || lead.excerpt}</p>}
        {lead?.author_name && <p className="wrap-anywhere text-small text-soft">by {lead.author_name}</p>}
        {stories.length > 1 && (
          <p className="text-pretty wrap-anywhere text-small text-faint">{furtherTitles(stories)}</p>
        )}
      </div>
    </article>
  )
}

/** Leaves out the first title, which is usually in the subject. */
function furtherTitles(stories: Edition['stories']): string {
  return `Also: ${stories
    .slice(1, titlesMost)
    .map(({ title }) => title)
    .join(' · ')}`
}
