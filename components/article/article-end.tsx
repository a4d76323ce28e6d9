import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import type { Story } from '#contract/stories.ts'
import { AuthorLine } from './author-line.tsx'
import { ShareLinks } from './share-links.tsx'

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
