import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import type { Story } from '#contract/stories.ts'
import { AuthorLine } from './article-header.tsx'

type Props = {
  article: Story
  /** For sharing; undefined if others would not find the story. */
  url: string | undefined
  authorActions?: ReactNode
  newsletter?: ReactNode
}

/** Everything below a story's last word. */
export function ArticleEnd({ article, url, authorActions, newsletter }: Props) {
  return (
    <footer className="mx-auto mt-12 flex max-w-column flex-col gap-8">
      <p className="font-serif text-lead text-soft">Thanks for reading</p>
      <div className="flex flex-col gap-6 border-t border-line pt-8">
        <AuthorLine article={article} actions={authorActions}>
          {article.author_uuid && (
            <a
              href={paths.profile(article.author_uuid)}
              className="no-print underline underline-offset-2 hover:text-ink"
            >
              All stories by this author
            </a>
          )}
        </AuthorLine>
        {newsletter}
        {url && <ShareLinks title={article.title} url={url} />}
      </div>
    </footer>
  )
}

/** Plain links: without third-party scripts, other sites learn nothing about readers until a link is followed. */
function ShareLinks({ title, url }: { title: string; url: string }) {
  return (
    <nav aria-label="Share this story" className="no-print flex flex-wrap items-baseline gap-x-1 text-small text-faint">
      <span className="pe-1">Share on</span>
      {shareTargets(title, url).map(({ name, href }) => (
        <a
          key={name}
          href={href}
          rel="noopener noreferrer nofollow"
          className="px-1.5 py-1.5 text-soft underline decoration-edge underline-offset-4 hover:text-ink hover:decoration-current"
        >
          {name}
        </a>
      ))}
    </nav>
  )
}

/** Sites where a story can be shared by a plain link. */
function shareTargets(title: string, url: string): { name: string; href: string }[] {
  const [text, link] = [encodeURIComponent(title), encodeURIComponent(url)]
  return [
    { name: 'Mastodon', href: `https://share.joinmastodon.org/#text=${text}%20${link}` },
    { name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${link}` },
    { name: 'X', href: `https://x.com/intent/post?text=${text}&url=${link}` },
    { name: 'Email', href: `mailto:?subject=${text}&body=${link}` },
  ]
}
