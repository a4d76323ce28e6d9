'use client'

import { momentOf } from '#components/ui/moment-of.ts'
import type { AuditEntry } from '#contract/audit.ts'
import { paths } from '#contract/paths.ts'
import { AuditFilter } from './audit-filter.tsx'
import { ListState } from './list-state.tsx'
import { Row, RowList } from './row-list.tsx'
import { useSearchedList } from './use-searched-list.ts'

/** Who did what, newest first. */
export function AuditList() {
  const { list, isAll, search } = useSearchedList('GET /dashboard/audit', {})
  return (
    <section aria-label="Audit" className="flex flex-col gap-6">
      <AuditFilter onSearch={(query) => search(Object.keys(query).length > 0 ? { query } : {})} />
      {list.items && list.items.length > 0 && (
        <RowList label="Audit">
          {list.items.map((entry) => (
            <Row key={entry._id} title={entry.sentence} facts={factsOf(entry)} />
          ))}
        </RowList>
      )}
      <ListState
        list={list}
        empty={isAll ? 'No entries yet. Sign-ins and changes appear here.' : 'No entries match this search.'}
      />
    </section>
  )
}

function factsOf({ at, actor, person, email, address, device }: AuditEntry) {
  const isOwn = actor !== null && actor.uuid === person?.uuid
  return [
    <span key="who">
      By {actor ? <Person {...actor} /> : address ? 'someone who wasn’t signed in' : 'the site or its operator'}
      {isOwn && email && ` (${email})`}
      {!isOwn && (person || email) && (
        <>
          {', to '}
          {person && <Person {...person} />}
          {person && email ? ` (${email})` : email}
        </>
      )}
    </span>,
    [momentOf(at), address && `from ${address}`, device].filter(Boolean).join(', '),
  ]
}

function Person({ uuid, name }: { uuid: string; name: string }) {
  // A deleted account has no page.
  if (!name) return `a deleted account (${uuid})`
  return (
    <a href={paths.profile(uuid)} className="text-ink underline underline-offset-2">
      {name}
    </a>
  )
}
