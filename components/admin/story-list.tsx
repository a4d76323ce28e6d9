'use client'

import { useState } from 'react'
import type { StorySummary } from '#contract/administration.ts'
import { ListState } from './list-state.tsx'
import { RowList } from './row-list.tsx'
import { SearchForm } from './search-form.tsx'
import { AnyStoryRow } from './story-row.tsx'
import { useSearchedList } from './use-searched-list.ts'

const states = {
  all: 'Every state',
  published: 'Published',
  draft: 'Drafts',
  planned: 'Planned',
  deleted: 'Deleted',
} as const
type State = keyof typeof states

/** Finds stories in whatever state. */
export function StoryList() {
  const [changed, setChanged] = useState<ReadonlyMap<string, StorySummary>>(new Map())
  const { list, isAll, search } = useSearchedList('GET /dashboard/stories', { query: { state: 'all' } })

  return (
    <section aria-label="Stories" className="flex flex-col gap-5">
      <SearchForm
        name="Stories"
        label="Title, author or address"
        choices={{ label: 'State', options: states }}
        onSearch={({ query, choice }) => search({ query: { ...(query && { query }), state: choice as State } })}
      />
      {list.items && list.items.length > 0 && (
        <RowList label="Stories">
          {list.items.map((story) => (
            <AnyStoryRow
              key={story._id}
              story={changed.get(story._id) ?? story}
              onChanged={(now) => setChanged((before) => new Map(before).set(now._id, now))}
            />
          ))}
        </RowList>
      )}
      <ListState
        list={list}
        empty={
          isAll ? 'No stories yet. The first one that someone saves appears here.' : 'No stories match this search.'
        }
      />
    </section>
  )
}
