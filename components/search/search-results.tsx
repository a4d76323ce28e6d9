import type { ReactNode } from 'react'
import { MoreStories } from '#components/article/more-stories.tsx'
import type { StoryListCall } from '#components/article/story-list-call.ts'
import { StoryRow } from '#components/article/story-row.tsx'
import { allCategories } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import { resultCount, type SearchState } from './search-state.ts'

type Props = {
  state: SearchState
  /** The browser's call for the same results. */
  listCall: StoryListCall
}

export function SearchResults({ state, listCall }: Props) {
  const { query, hits, nextCursor, corrected } = state
  return (
    <section aria-labelledby="search-results">
      <h2 id="search-results" className="font-serif text-lead font-semibold">
        Search Results
      </h2>
      {corrected && (
        <Line>
          Showing results for <strong className="text-ink">{corrected}</strong> instead of “{query}”.
        </Line>
      )}
      {hits.length === 0 ? (
        <Line>
          Nothing was found for “{query}”. Try fewer or other words, or{' '}
          <a href={paths.category(allCategories)} className="text-link underline underline-offset-2">
            look through all stories
          </a>
          .
        </Line>
      ) : (
        <>
          <Line>{resultCount(state)}</Line>
          <ul className="mt-8">
            {hits.map((story) => (
              <StoryRow key={story.slug} story={story} heading="h3" />
            ))}
          </ul>
          {nextCursor && (
            <MoreStories
              key={query}
              cursor={nextCursor}
              heading="h3"
              listPath={paths.search(query)}
              listCall={listCall}
              shown={hits.map(({ slug }) => slug)}
            />
          )}
        </>
      )}
    </section>
  )
}

function Line({ children }: { children: ReactNode }) {
  return <p className="mt-1 text-soft">{children}</p>
}
