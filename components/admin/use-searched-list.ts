import { useState } from 'react'
import type { CallInput } from '#lib/browser/call-bff.ts'
import { type CalledList, useCallList } from '#lib/browser/use-call-list.ts'
import type { Item, PagedName } from '#lib/browser/use-call-pages.ts'

/** A searchable list: repeating a search loads it again, because others change it. */
export function useSearchedList<N extends PagedName>(
  name: N,
  all: CallInput<N>,
): { list: CalledList<Item<N>>; isAll: boolean; search: (wanted: CallInput<N>) => void } {
  const [wanted, setWanted] = useState(all)
  const list = useCallList(name, wanted, { isFresh: true })

  function search(next: CallInput<N>) {
    if (isSame(next, wanted)) list.askAgain()
    else setWanted(next)
  }

  return { list, isAll: isSame(wanted, all), search }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
