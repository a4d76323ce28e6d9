import useSWRInfinite from 'swr/infinite'
import type { CallInput } from './call-bff.ts'
import type { CallFailure } from './call-failure.ts'
import { askedOnce, callKey } from './use-call.ts'
import { at, findPage, type Item, type Page, type PagedName } from './use-call-pages.ts'

export type CalledList<T> = {
  /** Undefined until the first page has loaded; while another input is loading, the former list stays. */
  items: readonly T[] | undefined
  hasMore: boolean
  error: CallFailure | undefined
  isLoading: boolean
  /** Loads the next page, or retries after a failure. */
  askNext: () => void
  /** Loads all of it again; the former list stays in the meantime. */
  askAgain: () => void
}

/**
 * A list from its beginning, for a page that contains none of it: the first page by itself, the others on demand.
 * `isFresh`: loaded again when it comes into view again, because others change it.
 */
export function useCallList<N extends PagedName>(
  name: N,
  input: CallInput<N>,
  { isFresh = false }: { isFresh?: boolean } = {},
): CalledList<Item<N>> {
  const { data, error, isValidating, setSize, mutate } = useSWRInfinite<Page<Item<N>>, CallFailure>(
    (index: number, before: Page<Item<N>> | null) => {
      if (index === 0) return callKey(name, input)
      return before?.nextCursor === undefined ? null : callKey(name, at(input, { cursor: before.nextCursor }))
    },
    ([, from]: ReturnType<typeof callKey<N>>) => findPage(name, from as CallInput<N>),
    { ...askedOnce, revalidateIfStale: isFresh, revalidateFirstPage: isFresh, keepPreviousData: true },
  )
  return {
    items: data && eachOnce(data.flatMap(({ items }) => items)),
    hasMore: data?.at(-1)?.nextCursor !== undefined,
    error,
    isLoading: isValidating,
    askNext: () => void setSize((data?.length ?? 0) + 1),
    askAgain: () => void mutate(),
  }
}

/** An item that has moved to a later page meanwhile shows once. */
function eachOnce<T>(items: readonly T[]): readonly T[] {
  const known = new Set<unknown>()
  return items.filter((item) => {
    const id = (item as { _id?: unknown })._id
    if (id === undefined) return true
    return !known.has(id) && known.add(id)
  })
}
