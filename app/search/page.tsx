import type { Metadata } from 'next'
import { answerFailure, ask, isMissing, listFailureMessage, MissingAnswer } from '#app/failure-answer.tsx'
import { oneValue, type SearchParams } from '#app/route-params.ts'
import { StoryRow } from '#components/article/story-row.tsx'
import { TopicNav } from '#components/article/topic-nav.tsx'
import { LiveSearch } from '#components/search/live-search.tsx'
import type { ListedStory } from '#contract/stories.ts'
import { searchTextMost } from '#contract/text-limits.ts'
import { listStories, searchStories } from '#lib/api/stories.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { site } from '#lib/site.ts'
import { truncate } from '#story-html/excerpt.ts'

type Props = { searchParams: SearchParams }

const storiesPerPage = 12
/** Suggestions for a visitor who has not searched yet. */
const newestMost = 4

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const query = await queryOf(searchParams)
  return unlistedMetadata(query ? `Search: ${truncate(query, 60)}` : 'Search')
}

/** The search text without control characters: no text has them, and a database may refuse them. */
async function queryOf(searchParams: SearchParams): Promise<string> {
  return (oneValue((await searchParams).q) ?? '').replace(/\p{Cc}+/gu, ' ').trim()
}

export default async function SearchPage({ searchParams }: Props) {
  const query = await queryOf(searchParams)
  const isAsked = query !== '' && query.length <= searchTextMost
  const cursor = oneValue((await searchParams).cursor)
  const newest = query === '' ? await ask(listStories({ kind: 'all' }, { limit: newestMost })) : undefined
  const asked = isAsked ? await ask(searchStories(query, { cursor, limit: storiesPerPage })) : undefined
  if (asked && !asked.ok) {
    // An address made by hand: a cursor that is none.
    if (isMissing(asked.failure)) return <MissingAnswer />
    answerFailure(asked.failure)
  }

  return (
    <div className="mx-auto w-full max-w-rows px-4 py-10 md:px-6 md:py-16">
      <h1 className="mb-6 font-serif text-heading font-semibold">Search</h1>
      <LiveSearch
        initial={{ query, ...(asked?.ok ? asked.value : { hits: [] }) }}
        failure={asked && !asked.ok ? listFailureMessage(asked.failure) : undefined}
        longest={searchTextMost}
        perPage={storiesPerPage}
        topics={<TopicNav categories={site().categories} layout="line" />}
        newest={newest?.ok && <NewestStories stories={newest.value.body} />}
      />
    </div>
  )
}

function NewestStories({ stories }: { stories: readonly ListedStory[] }) {
  if (stories.length === 0) return null
  return (
    <section aria-labelledby="newest-stories">
      <h2 id="newest-stories" className="mb-6 font-serif text-lead font-semibold md:mb-8">
        Newest stories
      </h2>
      <ul className="story-rows">
        {stories.map((story) => (
          <StoryRow key={story.slug} story={story} heading="h3" />
        ))}
      </ul>
    </section>
  )
}
