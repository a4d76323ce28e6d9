import { useRef } from 'react'
import useSWR, { type KeyedMutator, mutate, unload } from 'swr'
import type { BrowserCallName } from '#contract/calls.ts'
import { type CallAnswer, type CallBody, type CallInput, callBff, type Given } from './call-bff.ts'
import type { CallFailure } from './call-failure.ts'

/** A call that changes nothing, so that it may be made by merely looking at a page. Two GETs of mails' links do act. */
export type ReadName = Exclude<
  Extract<BrowserCallName, `GET ${string}`>,
  'GET /newsletters/confirm/:uuid' | 'GET /newsletters/unsubscribe/:uuid'
>
type Key<N extends ReadName> = readonly [name: N, input: CallInput<N> | Record<never, never>]

type Options<N extends ReadName, T> = {
  /** What is kept of an answer, where it is not the body alone; the same for everybody who makes the call. */
  read?: (answer: CallAnswer<N>, input: CallInput<N>) => T
  /** What there is to begin with: nothing is asked then. */
  known?: T
  /** While another input is asked for, the former answer stays, and its request is given up if it is still under way. */
  followsInput?: boolean
}
type Called<T> = {
  data: T | undefined
  error: CallFailure | undefined
  isLoading: boolean
  /** Without an argument: asks again. The former answer stays meanwhile. */
  mutate: KeyedMutator<T>
}

/**
 * What a call answers; it is made once, however many ask, and again only by `mutate` or `askAgain`. Without a name
 * (`isOpen && 'GET …'`) nothing is asked.
 */
export function useCall<N extends ReadName, T = CallBody<N>>(
  name: N | false,
  ...rest: [...Given<CallInput<N>>, options?: Options<N, T>]
): Called<T>
export function useCall<N extends ReadName, T>(
  name: N | false,
  input?: CallInput<N>,
  { read, known, followsInput }: Options<N, T> = {},
): Called<T> {
  const underWay = useRef<AbortController>(undefined)

  async function ask([asked, given]: Key<N>): Promise<T> {
    if (followsInput) {
      underWay.current?.abort()
      underWay.current = new AbortController()
    }
    const call = [asked, { ...given, signal: underWay.current?.signal }] as unknown as Parameters<typeof callBff<N>>
    const answer = await callBff(...call)
    return read ? read(answer, given as CallInput<N>) : (answer.body as T)
  }

  const { data, error, isLoading, mutate } = useSWR<T, CallFailure>(name && callKey(name, input), ask, {
    ...askedOnce,
    ...(known !== undefined && { fallbackData: known }),
    keepPreviousData: followsInput ?? false,
  })
  return { data, error: isGivenUp(error) ? undefined : error, isLoading, mutate }
}

export const askedOnce = {
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  shouldRetryOnError: false,
  // Two who ask at the same time share a request; a later one asks on purpose.
  dedupingInterval: 0,
}

/** What SWR keeps an answer under. */
export function callKey<N extends ReadName>(name: N, input?: CallInput<N>): Key<N> {
  return [name, input ?? {}]
}

/** Makes a call again for all that show its answer, after something has changed it. */
export async function askAgain<N extends ReadName>(name: N, input?: CallInput<N>): Promise<void> {
  await mutate(callKey(name, input))
}

/** Drops every answer, and those that are under way: they were somebody's who is not signed in any more. */
export function forgetAnswers(): void {
  unload({ revalidate: false })
}

function isGivenUp(failure: CallFailure | undefined): boolean {
  const cause: { name?: unknown } | undefined = failure?.cause instanceof Object ? failure.cause : undefined
  return cause?.name === 'AbortError'
}
