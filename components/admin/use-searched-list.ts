import { useState } from 'react'
import type { CallInput } from '#lib/browser/call-bff.ts'
import { type CalledList, useCallList } from '#lib/browser/use-call-list.ts'
import type { Item, PagedName } from '#lib/browser/use-call-pages.ts'

/** A list that is looked through: what is looked for again is asked for again, because others change it. */
export function useSearchedList<N extends PagedName>(
  name: N,
  all: CallInput<N>,
): { list: CalledList<Item<N>>; search: (wanted: CallInput<N>) => void } {
  const [wanted, setWanted] = useState(all)
  const list = useCallList(name, wanted, { isFresh: true })

  function search(next: CallInput<N>) {
    if (JSON.stringify(next) === JSON.stringify(wanted)) list.askAgain()
    else setWanted(next)
  }

  return { list, search }
}
