'use client'

import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ErrorPanel } from '#components/ui/error-panel.tsx'
import { paths } from '#contract/paths.ts'
import { listSentence } from '#lib/browser/list-sentence.ts'
import { SearchField } from './search-field.tsx'
import { SearchKeyHint } from './search-key-hint.tsx'
import { SearchResults } from './search-results.tsx'
import { resultCount, type SearchState } from './search-state.ts'
import { searchCall, useSearch, useSettled } from './use-search.ts'
import { useSearchKey } from './use-search-key.ts'

type Props = {
  initial: SearchState
  /** Why the server has no results for the page's query. */
  failure?: string | undefined
  longest: number
  perPage: number
  /** What stands here before anything is typed. */
  start: ReactNode
}

/** The search page: without scripts a form and its results, with them the results follow what is typed. */
export function LiveSearch({ initial, failure, longest, perPage, start }: Props) {
  const [text, setText] = useState(initial.query)
  const [settled, settleNow] = useSettled(text)
  const section = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isKeyOn, switchKey] = useSearchKey(input)

  const query = settled.trim()
  const isTooLong = query.length > longest
  const asksServerPage = failure !== undefined && query === initial.query
  const { data, error, isLoading } = useSearch(isTooLong || asksServerPage ? undefined : query, initial, perPage)
  const message = asksServerPage ? failure : error && listSentence(error)

  useEffect(() => {
    if (query !== initial.query) history.replaceState(history.state, '', paths.search(query))
  }, [query, initial.query])

  function submit(event: FormEvent) {
    event.preventDefault()
    settleNow(text)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between links that are focusable by themselves
    <div ref={section} onKeyDown={(event) => moveThroughResults(event, section.current, input.current)}>
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is younger than some browsers that are in use */}
      <form action={paths.search()} role="search" aria-label="Stories" onSubmit={submit}>
        <SearchField input={input} text={text} onText={setText} />
      </form>
      <SearchKeyHint isOn={isKeyOn} onSwitch={switchKey} />
      <p role="status" className="sr-only">
        {query && data && !message && resultCount(data)}
      </p>
      <div className={`mt-10 transition-opacity duration-150 ${isLoading ? 'opacity-60' : ''}`} aria-busy={isLoading}>
        {isTooLong ? (
          <p className="text-danger">That is longer than {longest} characters. Fewer words find more.</p>
        ) : message ? (
          <ErrorPanel message={message} />
        ) : query === '' ? (
          start
        ) : (
          data && <SearchResults state={data} listCall={searchCall(data.query, perPage)} />
        )}
      </div>
    </div>
  )
}

/** Down from the field to the first result, up and down between results, and up again to the field. */
function moveThroughResults(event: KeyboardEvent, section: HTMLElement | null, input: HTMLInputElement | null) {
  if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || !section) return
  const links = [...section.querySelectorAll<HTMLElement>('[data-story-link]')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  if (at < 0 && document.activeElement !== input) return
  const target = event.key === 'ArrowDown' ? links[at + 1] : at === 0 ? input : links[at - 1]
  if (!target) return
  event.preventDefault()
  target.focus()
}
