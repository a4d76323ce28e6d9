import type { ReactNode } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { buttonStyle } from '#components/ui/button-style.ts'
import { StaticMarkup, type WriteMarkup } from '#components/ui/static-markup.tsx'
import { paths } from '#contract/paths.ts'
import type { Story } from '#contract/stories.ts'
import type { ReaderStory } from './reader-story.ts'
import { SignedInAction } from './signed-in-action.tsx'
import { authorName } from './story-names.ts'

const authorCardId = 'author'

type Props = {
  article: Story
  /** Follow and thanks. */
  actions?: ReactNode
  write?: WriteMarkup | undefined
}

/** The author after the text, with what they say about themselves. */
export function AuthorCard({ article, actions, write }: Props) {
  const name = authorName(article)
  if (!name) return null
  const { author_uuid, author_image, author_bio } = article
  // A summary represents the book, not its summariser.
  const hasPicture = article.category !== 'book_summary'
  return (
    <section
      id={authorCardId}
      aria-label="About the author"
      className="flex scroll-mt-8 flex-col gap-x-6 gap-y-4 rounded-card border border-line bg-raised p-5 sm:flex-row md:p-8"
    >
      {hasPicture && (
        <span data-testid="author-avatar" className="shrink-0">
          <Avatar name={name} image={author_image} size={96} />
        </span>
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <StaticMarkup as="div" className="contents" write={write}>
          <p className="wrap-anywhere font-serif text-lead font-semibold">
            {author_uuid ? (
              <a href={paths.profile(author_uuid)} rel="author" className="hover:underline">
                {name}
              </a>
            ) : (
              name
            )}
          </p>
          {author_bio && (
            <p className="line-clamp-6 whitespace-pre-line text-pretty wrap-break-word font-serif text-text text-soft">
              {author_bio}
            </p>
          )}
        </StaticMarkup>
        {author_uuid && (
          <>
            {actions && <div className="no-print flex min-h-11 flex-wrap items-start gap-x-3 gap-y-1">{actions}</div>}
            <a
              href={paths.profile(author_uuid)}
              className="no-print inline-flex min-h-11 items-center self-start text-small text-faint underline underline-offset-2 hover:text-ink"
            >
              All stories by this author
            </a>
          </>
        )}
      </div>
    </section>
  )
}

/** Follow and thanks; a visitor gets the way to the log-in, and comes back to the card. */
export function AuthorActions({ story }: { story: ReaderStory }) {
  return (
    <>
      {/* Reserves the size of either button with the line below it, so that nothing beside it moves when one comes. */}
      <div className="in-data-[session=in]:min-h-13 in-data-[session=in]:min-w-40">
        <SignedInAction part="follow" story={story} place="h-11 w-36" />
      </div>
      <SignedInAction part="thanks" story={story} place="h-11 w-32" />
      <a
        href={paths.login(`${paths.article(story.slug)}#${authorCardId}`)}
        className={`${buttonStyle.secondary} in-data-[session=in]:hidden`}
      >
        Log in to say thanks
      </a>
    </>
  )
}
