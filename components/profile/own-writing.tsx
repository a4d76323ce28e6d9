'use client'

import { useCurrentUser } from '#components/account/use-current-user.ts'
import { countOf } from '#components/ui/count-of.ts'
import { lineLink } from '#components/ui/link-style.ts'
import { LineLink } from '#components/ui/links.tsx'
import { paths } from '#contract/paths.ts'
import type { WeekOfReaders } from '#contract/readers.ts'
import { useCall } from '#lib/browser/use-call.ts'

const links = [
  { name: 'Your stories', path: paths.ownStories },
  { name: 'Drafts', path: paths.drafts },
  { name: 'Saved stories', path: paths.bookmarks },
  { name: 'New story', path: paths.newStory },
]

/** On one's own profile: this week's readers, and the ways to what one writes and to one's publications. Hidden from everyone else. */
export function OwnWriting({ uuid }: { uuid: string }) {
  const viewer = useCurrentUser()
  const isOwn = viewer.status === 'in' && viewer.user.uuid === uuid
  return (
    <section aria-label="Your writing" className="only-own">
      {/* It keeps its place until the figures are there. */}
      <p className="min-h-11">{isOwn && <OwnWeek />}</p>
      <ul className="flex flex-wrap gap-x-6">
        {links.map(({ name, path }) => (
          <li key={path}>
            <a href={path} className={lineLink}>
              {name}
            </a>
          </li>
        ))}
      </ul>
      <ul aria-label="Your publications" className="flex flex-wrap gap-x-6">
        {isOwn && <OwnPublications />}
        <li>
          <a href={paths.newPublication} className={lineLink}>
            New publication
          </a>
        </li>
      </ul>
    </section>
  )
}

function OwnWeek() {
  const { data: week } = useCall('GET /readers/week')
  return week && <LineLink href={paths.ownStories}>{describeWeek(week)}</LineLink>
}

/** E.g. `128 reads and 4 new followers this week`. */
function describeWeek({ reads, new_followers }: WeekOfReaders): string {
  const read = reads === 0 ? 'No reads' : countOf(reads, 'read')
  return new_followers === 0 ? `${read} this week` : `${read} and ${countOf(new_followers, 'new follower')} this week`
}

function OwnPublications() {
  // If they can't be loaded, the other links still work.
  const { data: publications = [] } = useCall('GET /publications/user')
  return publications.map(({ slug, name }) => (
    <li key={slug}>
      <a href={paths.publication(slug)} className={`${lineLink} wrap-anywhere`}>
        {name}
      </a>
    </li>
  ))
}
