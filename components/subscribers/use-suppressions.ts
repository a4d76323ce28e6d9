import { useEffect, useRef, useState } from 'react'
import type { Suppression } from '#contract/suppressions.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { findPage } from '#lib/browser/use-call-pages.ts'

const name = 'GET /newsletters/suppressions'

/** The addresses that no newsletter goes to, as far as they were asked for; what is changed here shows at once. */
export function useSuppressions() {
  const [items, setItems] = useState<readonly Suppression[]>()
  const [nextCursor, setNextCursor] = useState<string>()
  const [query, setQuery] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isLoading, setIsLoading] = useState(true)
  const latest = useRef(0)

  async function load(q: string, cursor?: string): Promise<void> {
    latest.current++
    const own = latest.current
    setIsLoading(true)
    setFailure(undefined)
    try {
      const page = await findPage(name, { query: { ...(q && { q }), ...(cursor && { cursor }) } })
      // Of two questions the later one counts, whichever answer comes first.
      if (own !== latest.current) return
      setItems((before) => (cursor ? [...(before ?? []), ...page.items] : page.items))
      setNextCursor(page.nextCursor)
    } catch (fault) {
      if (!(fault instanceof CallFailure)) throw fault
      if (own === latest.current) setFailure(fault.message)
    } finally {
      if (own === latest.current) setIsLoading(false)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first page is asked for once.
  useEffect(() => void load(''), [])

  return {
    ...{ items, failure, isLoading, query, hasMore: nextCursor !== undefined },
    search: (q: string) => {
      setQuery(q)
      void load(q)
    },
    askNext: () => void load(query, nextCursor),
    add: async (email: string, detail: string) => {
      const { body } = await callBff('POST /newsletters/suppressions', { body: { email, ...(detail && { detail }) } })
      setItems((before = []) => [body, ...before.filter((one) => one.email !== body.email)])
    },
    remove: async (email: string) => {
      await callBff('DELETE /newsletters/suppressions', { body: { email } })
      setItems((before = []) => before.filter((one) => one.email !== email))
    },
  }
}
