import type { ComponentProps, ReactNode } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { StaticMarkup, type WriteMarkup } from '#components/ui/static-markup.tsx'
import { paths } from '#contract/paths.ts'
import type { Story } from '#contract/stories.ts'
import { ListenLink } from './listen-link.tsx'
import { CategoryTag, Facts, StoryDate } from './story-heading.tsx'
import { authorName, storyTitle } from './story-names.ts'

type HeaderProps = { article: Story; actions?: ReactNode; write?: WriteMarkup | undefined }

export function ArticleHeader({ article, actions, write }: HeaderProps) {
  return (
    <header className="mx-auto flex w-full max-w-column flex-col gap-4">
      <StaticMarkup as="div" className="contents" write={write}>
        <CategoryTag of={article} linked />
        {article.kicker && <p className="-mb-2 wrap-anywhere text-ui font-semibold text-soft">{article.kicker}</p>}
        <h1 className="hyphens-manual text-balance wrap-anywhere font-serif text-heading font-semibold md:text-title">
          {storyTitle(article)}
        </h1>
        {article.sub_title && (
          <p className="text-balance wrap-anywhere font-serif text-text text-soft md:text-lead">{article.sub_title}</p>
        )}
        {article.book_title && (
          <p className="text-small text-faint">
            A summary of <cite className="text-soft not-italic">{article.book_title}</cite>
            {article.book_author && ` by ${article.book_author}`}
          </p>
        )}
        {article.canonical_url && <FirstPublished url={article.canonical_url} />}
      </StaticMarkup>
      <div className="mt-2">
        <AuthorLine article={article} actions={actions} write={write}>
          <Facts>
            {article.published_at && <StoryDate iso={article.published_at} />}
            {`${article.reading_minutes} min read`}
            {article.publication && article.publication_slug && (
              <a
                href={paths.publication(article.publication_slug)}
                className="underline underline-offset-2 hover:text-ink"
              >
                {article.publication}
              </a>
            )}
          </Facts>
        </AuthorLine>
        {article.narration && (
          <ListenLink narration={article.narration} title={article.title} author={authorName(article)} />
        )}
      </div>
    </header>
  )
}

type Props = {
  article: Story
  /** Shown under the name. */
  children: ReactNode
  /** Save, share, edit, follow: at the end of the line. */
  actions?: ReactNode
  write: WriteMarkup | undefined
}

function AuthorLine({ article, children, actions, write }: Props) {
  const name = authorName(article)
  const profile = article.author_uuid ? paths.profile(article.author_uuid) : undefined
  const linked = (content: ReactNode, link: ComponentProps<'a'>) =>
    profile ? (
      <a href={profile} {...link}>
        {content}
      </a>
    ) : (
      content
    )
  // A summary represents the book, not its summariser.
  const picture = article.category !== 'book_summary' && name && <Avatar name={name} image={article.author_image} />
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <StaticMarkup as="div" className="flex min-w-48 flex-1 items-center gap-3" write={write}>
        {picture && (
          <span data-testid="author-avatar" className="shrink-0">
            {linked(picture, { 'aria-label': `Profile of ${name}`, className: 'block rounded-full' })}
          </span>
        )}
        <div className="min-w-0">
          <p className="wrap-anywhere text-ui font-semibold">
            {linked(name, { rel: 'author', className: 'hover:underline' })}
          </p>
          <p className="text-small text-faint">{children}</p>
        </div>
      </StaticMarkup>
      {actions && <div className="no-print flex items-center md:gap-2">{actions}</div>}
    </div>
  )
}

/** Where the story was published first; search engines are sent there. */
function FirstPublished({ url }: { url: string }) {
  const host = hostOf(url)
  if (!host) return null
  return (
    <p className="text-small text-faint">
      First published at{' '}
      <a href={url} rel="noopener" className="wrap-anywhere text-soft underline underline-offset-2 hover:text-ink">
        {host}
      </a>
    </p>
  )
}

function hostOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, host } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? host.replace(/^www\./, '') : undefined
}
