import type { Call } from './endpoint.ts'

/** Puts the address of a list's next page into a `Link` header (RFC 8288): the same call with another cursor. */
export function linkNext(call: Pick<Call, 'path' | 'searchParams' | 'answer'>, known: string[], cursor: string): void {
  const query = new URLSearchParams()
  for (const name of known) {
    const value = call.searchParams.get(name)
    if (value !== null && name !== 'cursor') query.set(name, value)
  }
  query.set('cursor', cursor)
  call.answer.append('link', `<${call.path}?${query}>; rel="next"`)
}
