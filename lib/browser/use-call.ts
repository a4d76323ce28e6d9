import { useRef } from 'react'
import useSWR, { type KeyedMutator, mutate, unload } from 'swr'
import type { BrowserCallName } from '#contract/calls.ts'
import { type CallAnswer, type CallBody, type CallInput, callBff, type Given } from './call-bff.ts'
import type { CallFailure } from './call-failure.ts'

/**
 * A call that changes nothing, so that merely looking at a page may make it. Two GETs of emails' links do act.
 */
export type ReadName = Exclude<
  Extract<BrowserCallName, `GET ${string}`>,
  'GET /newsletters/confirm/:uuid' | 'GET /newsletters/unsubscribe/:uuid'
>
type Key<N extends ReadName> = readonly [name: N, input: CallInput<N> | Record<never, never>]

type Options<N extends ReadName, T> = {
  /** The part of an answer to keep, if it is not just the body; the same for every caller. */
  read?: (answer: CallAnswer<N>, input: CallInput<N>) => T
  /** The initial value: then no call is made. */
  known?: T
  /** While another input loads, the former answer stays, and its request is aborted if it is still under way. */
  followsInput?: boolean
}
type Called<T> = {
  data: T | undefined
  error: CallFailure | undefined
  isLoading: boolean
  /** Without an argument: asks again. The former answer stays in the meantime. */
  mutate: KeyedMutator<T>
}

/**
 * A call's answer; the call is made once for all users of it, and again only by `mutate` or `askAgain`. Without a name
 * (`isOpen && 'GET …'`) no call is made.
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

/** SWR's key for an answer. */
export function callKey<N extends ReadName>(name: N, input?: CallInput<N>): Key<N> {
  return [name, input ?? {}]
}

/** Makes a call again for all that show its answer, after something has changed it. */
export async function askAgain<N extends ReadName>(name: N, input?: CallInput<N>): Promise<void> {
  await mutate(callKey(name, input))
}

/** Drops every answer, and those under way: they belong to a person who is no longer signed in. */
export function forgetAnswers(): void {
  unload({ revalidate: false })
}

function isGivenUp(failure: CallFailure | undefined): boolean {
  const cause: { name?: unknown } | undefined = failure?.cause instanceof Object ? failure.cause : undefined
  return cause?.name === 'AbortError'
}
