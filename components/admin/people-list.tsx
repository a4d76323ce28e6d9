'use client'

import { useState } from 'react'
import type { AccountSummary } from '#contract/people.ts'
import { ListState } from './list-state.tsx'
import { PersonRow } from './person-row.tsx'
import { RowList } from './row-list.tsx'
import { SearchForm } from './search-form.tsx'
import { useSearchedList } from './use-searched-list.ts'

const filters = { all: 'Everyone', admins: 'Administrators', suspended: 'Suspended' } as const
type Filter = keyof typeof filters

/** Finds people; `ownUuid` is the administrator's who looks. */
export function PeopleList({ ownUuid }: { ownUuid: string }) {
  const [changed, setChanged] = useState<ReadonlyMap<string, AccountSummary>>(new Map())
  const { list, search } = useSearchedList('GET /users', { query: { filter: 'all' } })

  return (
    <section aria-label="People" className="flex flex-col gap-5">
      <SearchForm
        name="People"
        label="Name or email"
        choices={{ label: 'Who', options: filters }}
        onSearch={({ query, choice }) => search({ query: { ...(query && { query }), filter: choice as Filter } })}
      />
      {list.items && list.items.length > 0 && (
        <RowList label="People">
          {list.items.map((person) => (
            <PersonRow
              key={person.uuid}
              person={changed.get(person.uuid) ?? person}
              isSelf={person.uuid === ownUuid}
              onChanged={(now) => setChanged((before) => new Map(before).set(now.uuid, now))}
            />
          ))}
        </RowList>
      )}
      <ListState list={list} empty="No people match this search." />
    </section>
  )
}
