'use client'

import { useState } from 'react'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink } from '#components/ui/links.tsx'
import { paths } from '#contract/paths.ts'
import { useCallList } from '#lib/browser/use-call-list.ts'
import { ListFrame, SignedInOnly } from './list-frame.tsx'
import { choiceOf, ListTools } from './list-tools.tsx'
import { OwnStoryTable } from './own-story-table.tsx'

const orders = {
  updated: 'Recently edited',
  published: 'Newest first',
  reads: 'Most read',
  title: 'By title',
} as const
const states = {
  all: 'Every state',
  published: 'Published',
  draft: 'Drafts',
  planned: 'Planned',
  held: 'Waiting',
} as const

/** Everything that the reader has written, in whatever state, with what its readers made of it. */
export function OwnStories() {
  return <SignedInOnly path={paths.ownStories}>{() => <Stories />}</SignedInOnly>
}

function Stories() {
  const [sort, setSort] = useState<keyof typeof orders>('updated')
  const [state, setState] = useState<keyof typeof states>('all')
  const [search, setSearch] = useState('')
  const query = { limit: 30, sort, state, search: search || undefined }
  const list = useCallList('GET /readers/stories', { query })
  // Until then the stories of the former search or order stay.
  const isAnswered = !list.isLoading && !list.error
  return (
    <ListFrame list={list}>
      {(stories) =>
        stories.length === 0 && !search && state === 'all' && isAnswered ? (
          <EmptyState
            title="No stories yet"
            text="What you write appears here, with what its readers make of it."
            action={
              <ButtonLink look="primary" href={paths.newStory}>
                Write your first story
              </ButtonLink>
            }
          />
        ) : (
          <>
            <ListTools
              name="Your stories"
              search={{ label: 'Search your stories', placeholder: 'Words of the title', onSearch: setSearch }}
              choices={[
                choiceOf({ label: 'State', options: states, value: state, onChoose: setState }),
                choiceOf({ label: 'Order', options: orders, value: sort, onChoose: setSort }),
              ]}
            />
            {stories.length > 0 && <OwnStoryTable stories={stories} />}
            <p role="status" className="wrap-anywhere text-soft empty:hidden">
              {stories.length === 0 &&
                isAnswered &&
                (search ? `None of these stories match “${search}”.` : 'None of your stories are in this state.')}
            </p>
          </>
        )
      }
    </ListFrame>
  )
}
