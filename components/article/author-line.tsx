import type { ReactNode } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { paths } from '#contract/paths.ts'
import type { Story } from '#contract/stories.ts'
import { authorName } from './author-name.ts'

type Props = {
  article: Story
  /** Shown under the name. */
  children: ReactNode
  /** Save, share, edit, follow: at the end of the line. */
  actions?: ReactNode
}

export function AuthorLine({ article, children, actions }: Props) {
  const name = authorName(article)
  const profile = article.author_uuid ? paths.profile(article.author_uuid) : undefined
  // A summary represents the book, not its summariser.
  const picture = article.category !== 'book_summary' && name && <Avatar name={name} image={article.author_image} />
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="flex min-w-48 flex-1 items-center gap-3">
        {picture && (
          <span data-testid="author-avatar" className="shrink-0">
            {profile ? (
              <a href={profile} aria-label={`Profile of ${name}`} className="block rounded-full">
                {picture}
              </a>
            ) : (
              picture
            )}
          </span>
        )}
        <div className="min-w-0">
          <p className="wrap-anywhere text-ui font-semibold">
            {profile ? (
              <a href={profile} rel="author" className="hover:underline">
                {name}
              </a>
            ) : (
              name
            )}
          </p>
          <p className="text-small text-faint">{children}</p>
        </div>
      </div>
      {actions && <div className="no-print flex items-center md:gap-2">{actions}</div>}
    </div>
  )
}
