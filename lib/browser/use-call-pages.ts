import { useCallback, useRef } from 'react'
import { useSWRConfig } from 'swr'
import useSWRInfinite from 'swr/infinite'
import { type CallBody, type CallInput, callBff } from './call-bff.ts'
import type { CallFailure } from './call-failure.ts'
import { askedOnce, callKey, type ReadName } from './use-call.ts'

/** The calls that answer a list by pages. */
export type PagedName = { [N in ReadName]: 'cursor' extends QueryPart<CallInput<N>['query']> ? N : never }[ReadName]
type QueryPart<Q> = Q extends object ? keyof Q : never
export type Item<N extends PagedName> = CallBody<N> extends readonly (infer T)[] ? T : never
/** `nextCursor` is left out after the last page. */
export type Page<T> = { items: readonly T[]; nextCursor: string | undefined }

type CalledPages<T> = {
  /** In order; the same array until another page has come. */
  pages: readonly Page<T>[]
  nextCursor: string | undefined
  error: CallFailure | undefined
  isLoading: boolean
  /** Loads the next page, or retries after a failure; with a number, as many items in few calls. */
  askNext: (atLeast?: number) => void
  /** Uses known items as the first page. */
  takeFirst: (page: Page<T>) => void
}

/** A browser waits for minutes by itself. */
const patienceMs = 20_000
/** The most items that the product API returns in one answer. */
const itemsAtOnce = 100
const none: never[] = []

/**
 * The pages of a list that follow `cursor`, each loaded on demand and once; mostly the items before it are in the page's
 * HTML. Another list is another component. A page counts as loaded when `prepare` has brought what its items need.
 */
export function useCallPages<N extends PagedName>(
  name: N,
  input: CallInput<N>,
  cursor: string,
  prepare?: (items: readonly Item<N>[]) => Promise<void>,
): CalledPages<Item<N>> {
  const { mutate } = useSWRConfig()
  const atLeast = useRef(0)
  const keyAt = (place: string) => callKey(name, at(input, { cursor: place }))

  async function ask([, from]: ReturnType<typeof keyAt>): Promise<Page<Item<N>>> {
    const page = await findPage(name, from as CallInput<N>, atLeast.current)
    atLeast.current = 0
    await prepare?.(page.items)
    return page
  }

  const { data, error, isValidating, size, setSize } = useSWRInfinite<Page<Item<N>>, CallFailure>(
    (index: number, before: Page<Item<N>> | null) => {
      const place = index === 0 ? cursor : before?.nextCursor
      return place === undefined ? null : keyAt(place)
    },
    ask,
    { ...askedOnce, initialSize: 0, revalidateFirstPage: false, fallbackData: none },
  )
  const pages = data ?? none
  const count = pages.length

  const askNext = useCallback(
    (wanted = 0) => {
      atLeast.current = wanted
      void setSize(count + 1)
    },
    [setSize, count],
  )
  const firstKey = useRef(keyAt(cursor))
  const takeFirst = useCallback(
    (page: Page<Item<N>>) => {
      void mutate(firstKey.current, page, { revalidate: false })
      void setSize(1)
    },
    [mutate, setSize],
  )

  const last = pages.at(-1)
  const nextCursor = last ? last.nextCursor : cursor
  return { pages, nextCursor, error, isLoading: isValidating && size > count, askNext, takeFirst }
}

/** One page, or as many after one another as it takes. */
export async function findPage<N extends PagedName>(name: N, from: CallInput<N>, atLeast = 0): Promise<Page<Item<N>>> {
  const items: Item<N>[] = []
  let input = from
  for (;;) {
    const limit = Math.min(itemsAtOnce, atLeast - items.length)
    // A page that ends where its rows choose would be one of many.
    if (limit > 0) input = at(input, { limit, ends: undefined })
    const call = [name, { ...input, timeoutMs: patienceMs }] as unknown as Parameters<typeof callBff<N>>
    const { body, nextCursor } = await callBff(...call)
    items.push(...(body as Item<N>[]))
    if (nextCursor === undefined || items.length >= atLeast) return { items, nextCursor }
    input = at(input, { cursor: nextCursor })
  }
}

/** A call's input at another place of its list. */
export function at<N extends PagedName>(
  input: CallInput<N>,
  place: { cursor?: string; limit?: number; ends?: undefined },
): CallInput<N> {
  return { ...input, query: { ...input.query, ...place } }
}
