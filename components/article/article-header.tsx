import type { ReactNode } from 'react'
import type { Story } from '#contract/stories.ts'
import { AuthorLine } from './author-line.tsx'
import { authorName } from './author-name.ts'
import { CategoryTag } from './category-tag.tsx'
import { FirstPublished } from './first-published.tsx'
import { ListenLink } from './listen-link.tsx'
import { StoryFacts } from './story-facts.tsx'
import { storyTitle } from './story-title.ts'

export function ArticleHeader({ article, actions }: { article: Story; actions?: ReactNode }) {
  return (
    <header className="mx-auto flex w-full max-w-column flex-col gap-4">
      <CategoryTag category={article.category} linked />
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
      <div className="mt-2">
        <AuthorLine article={article} actions={actions}>
          <StoryFacts story={article} />
        </AuthorLine>
        {article.narration && (
          <ListenLink narration={article.narration} title={article.title} author={authorName(article)} />
        )}
      </div>
    </header>
  )
}
