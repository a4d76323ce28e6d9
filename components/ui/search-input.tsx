import type { ComponentProps } from 'react'
import { paths } from '#contract/paths.ts'
import { searchTextMost } from '#contract/text-limits.ts'
import { buttonStyle } from './button-style.ts'
import { Icon } from './icon.tsx'

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

type Props = Omit<ComponentProps<'input'>, 'type' | 'className'> & { id: string; label: string }

/** A search field; its label is for screen readers alone. */
export function SearchInput({ id, label, ...input }: Props) {
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <span className="relative min-w-0 flex-1">
        <span className="pointer-events-none absolute inset-y-0 start-3.5 flex items-center text-faint">
          <Icon name="search" />
        </span>
        <input
          {...input}
          id={id}
          type="search"
          maxLength={searchTextMost}
          className="h-11 w-full rounded-full border border-edge bg-raised ps-11 pe-3 text-field"
        />
      </span>
    </>
  )
}
