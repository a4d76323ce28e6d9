import { useState } from 'react'
import type { Suppression } from '#contract/suppressions.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { useCallList } from '#lib/browser/use-call-list.ts'

/** The addresses that get no newsletters, as far as they are loaded; changes made here show immediately. */
export function useSuppressions() {
  const [query, setQuery] = useState('')
  const [added, setAdded] = useState<readonly Suppression[]>([])
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const { items, error, ...list } = useCallList('GET /newsletters/suppressions', { query: query ? { q: query } : {} })
  const isShown = ({ email }: Suppression) => !removed.has(email) && !added.some((one) => one.email === email)

  return {
    ...{ ...list, query, failure: error?.message },
    items: items && [...added.filter(({ email }) => email.startsWith(query)), ...items.filter(isShown)],
    search: setQuery,
    add: async (email: string, detail: string) => {
      const { body } = await callBff('POST /newsletters/suppressions', { body: { email, ...(detail && { detail }) } })
      setAdded((before) => [body, ...before.filter((one) => one.email !== body.email)])
    },
    remove: async (email: string) => {
      await callBff('DELETE /newsletters/suppressions', { body: { email } })
      setAdded((before) => before.filter((one) => one.email !== email))
      setRemoved((before) => new Set(before).add(email))
    },
  }
}
