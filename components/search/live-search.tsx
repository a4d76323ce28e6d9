'use client'

import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { MoreStories } from '#components/article/more-stories.tsx'
import { StoryRow } from '#components/article/story-row.tsx'
import type { StoryListCall } from '#components/article/use-more-stories.ts'
import { ErrorPanel } from '#components/ui/error-panel.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { TitledSection } from '#components/ui/titled-section.tsx'
import { allCategories } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import { listSentence } from '#lib/browser/refusal.ts'
import { SearchField, SearchKeyHint, useSearchKey } from './search-field.tsx'
import { resultCount, type SearchState, searchCall, useSearch, useSettled } from './use-search.ts'

type Props = {
  initial: SearchState
  /** Why the server has no results for the page's query. */
  failure?: string | undefined
  longest: number
  perPage: number
  /** Links into the collection, before anything is typed and if nothing is found. */
  topics?: ReactNode
  /** Stories to begin with; left out if the address has a query. */
  newest?: ReactNode
}

/** The search page: a form and its results; with scripts, the results update during typing. */
export function LiveSearch({ initial, failure, longest, perPage, topics, newest }: Props) {
  const [text, setText] = useState(initial.query)
  const [settled, settleNow] = useSettled(text)
  const section = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isKeyOn, switchKey] = useSearchKey(input)
  const walk = useWalk(section, input)

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
    <div ref={section} onKeyDown={walk}>
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
        ) : query === '' || !data ? (
          // The previous content stays until the first results are there.
          <div className="flex flex-col gap-4">
            <p className="max-w-sentence text-pretty text-soft">
              A title, an author, or any word you remember. Typos are fine. Or start from a topic:
            </p>
            {topics}
            {newest && <div className="mt-6">{newest}</div>}
          </div>
        ) : (
          <SearchResults state={data} listCall={searchCall(data.query, perPage)} topics={topics} />
        )}
      </div>
    </div>
  )
}

/** Keys that walk through the results: down from the field to the first one, and up again to the field. */
function useWalk(section: RefObject<HTMLElement | null>, input: RefObject<HTMLInputElement | null>) {
  /** Down was pressed before there was a result. */
  const isGoingDown = useRef(false)
  // On the server there is neither a section nor a document.
  const wasAmongRows = Boolean(section.current?.querySelector('[data-story-link]:focus'))
  useLayoutEffect(() => {
    const [first] = linksIn(section.current)
    // A row that newer results have replaced leaves its reader without a place.
    const isLost = wasAmongRows && document.activeElement === document.body
    if (!first || (!isLost && !(isGoingDown.current && document.activeElement === input.current))) return
    isGoingDown.current = false
    first.focus()
  })

  return (event: KeyboardEvent) => {
    const links = linksIn(section.current)
    const at = links.indexOf(document.activeElement as HTMLElement)
    const isInField = document.activeElement === input.current
    isGoingDown.current = event.key === 'ArrowDown' && isInField && links.length === 0
    if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || (at < 0 && !isInField)) return
    const target = event.key === 'ArrowDown' ? links[at + 1] : at === 0 ? input.current : links[at - 1]
    if (!target) return
    event.preventDefault()
    target.focus()
  }
}

function linksIn(section: HTMLElement | null): HTMLElement[] {
  return [...(section?.querySelectorAll<HTMLElement>('[data-story-link]') ?? [])]
}

type SearchResultsProps = {
  state: SearchState
  /** The browser's call for the same results. */
  listCall: StoryListCall
  /** Where to look on if nothing was found. */
  topics?: ReactNode
}

function SearchResults({ state, listCall, topics }: SearchResultsProps) {
  const { query, hits, nextCursor, corrected, isTooCommon } = state
  return (
    <TitledSection id="search-results" title="Search Results">
      {corrected && (
        <Line>
          Showing results for <strong className="text-ink">{corrected}</strong> instead of “{query}”.
        </Line>
      )}
      {hits.length === 0 ? (
        <>
          <Line>
            {!isTooCommon
              ? `We found nothing for “${query}”.`
              : query.includes(' ')
                ? `“${query}” has only words that are too common to search for.`
                : `“${query}” is too common a word to search for.`}
          </Line>
          <ul className="my-6 flex list-disc flex-col gap-1 ps-5 text-soft">
            {isTooCommon ? (
              <li>Add a rarer word, such as a name or a subject.</li>
            ) : (
              <>
                <li>Check the spelling of names and rare words.</li>
                <li>Try fewer words, or another word for the same thing.</li>
              </>
            )}
            <li>
              Look through <TextLink href={paths.category(allCategories)}>all stories</TextLink>
              {topics ? ', or choose a topic:' : '.'}
            </li>
          </ul>
          {topics}
        </>
      ) : (
        <>
          <Line>{resultCount(state)}</Line>
          <ul className="story-rows mt-8">
            {hits.map((story) => (
              <StoryRow key={story.slug} story={story} heading="h3" />
            ))}
          </ul>
          {nextCursor && (
            <MoreStories
              key={query}
              cursor={nextCursor}
              heading="h3"
              listPath={paths.search(query)}
              listCall={listCall}
              shown={hits.map(({ slug }) => slug)}
            />
          )}
        </>
      )}
    </TitledSection>
  )
}

function Line({ children }: { children: ReactNode }) {
  return <p className="mt-1 wrap-anywhere text-soft">{children}</p>
}
