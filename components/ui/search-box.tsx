import { paths } from '#contract/paths.ts'
import { buttonStyle } from './button-style.ts'
import { SearchInput } from './search-input.tsx'

/** Search that needs no scripts: a plain form to the results page. */
export function SearchBox({ id, label }: { id: string; label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is younger than some browsers that are in use
    <form action={paths.search()} role="search" aria-label={label} className="flex w-full gap-2">
      <SearchInput id={id} label={label} name="q" required placeholder="Title, author or word" />
      <button type="submit" className={buttonStyle.secondary}>
        Search
      </button>
    </form>
  )
}
