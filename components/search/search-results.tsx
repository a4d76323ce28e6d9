import type { ReactNode } from 'react'
import { MoreStories } from '#components/article/more-stories.tsx'
import { StoryRow } from '#components/article/story-row.tsx'
import type { StoryListCall } from '#components/article/use-more-stories.ts'
import { TextLink } from '#components/ui/links.tsx'
import { allCategories } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import { resultCount, type SearchState } from './use-search.ts'

type Props = {
  state: SearchState
  /** The browser's call for the same results. */
  listCall: StoryListCall
  /** Where to look on if nothing was found. */
  topics?: ReactNode
}

export function SearchResults({ state, listCall, topics }: Props) {
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
        <>
          <Line>We found nothing for “{query}”.</Line>
          <ul className="my-6 flex list-disc flex-col gap-1 ps-5 text-soft">
            <li>Check the spelling of names and rare words.</li>
            <li>Try fewer words, or another word for the same thing.</li>
            <li>
              Look through <TextLink href={paths.category(allCategories)}>all stories</TextLink>
              {topics ? ', or choose a topic:' : '.'}
            </li>
          </ul>
          {topics}
        </>
      ) : (
        <>
          <Line>{resultCount(state)}</Line>
          <ul className="story-rows mt-8">
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
  return <p className="mt-1 wrap-anywhere text-soft">{children}</p>
}
