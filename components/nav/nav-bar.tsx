import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import { paths } from '#contract/paths.ts'
import { searchTextMost } from '#contract/search-text.ts'
import { ThemeSwitch } from './theme-switch.tsx'

const topics = [
  { name: 'Books', href: paths.books },
  { name: 'Technology', href: paths.category('technology') },
  { name: 'Fiction', href: paths.category('fiction') },
]

type Props = {
  productName: string
  /** What belongs to the reader's account; stands at the end of the bar. */
  account?: ReactNode
}

export function NavBar({ productName, account }: Props) {
  return (
    <header className="no-print border-b border-line">
      <nav aria-label="Main" className="mx-auto flex h-14 w-full max-w-page items-center gap-2 px-4 md:gap-6 md:px-6">
        <a href={paths.home} className="font-serif text-lead font-semibold text-ink">
          {productName}
        </a>
        {/* A tablet has no room for these beside what is one's own; the lists themselves name them too. */}
        <ul className="hidden items-center gap-1 lg:flex">
          {topics.map(({ name, href }) => (
            <li key={href}>
              <a href={href} className="flex h-11 items-center px-3 text-ui text-soft hover:text-ink">
                {name}
              </a>
            </li>
          ))}
        </ul>
        <div className="ms-auto flex items-center md:gap-3">
          <SudokuLink />
          <NavSearch />
          <ThemeSwitch />
          {account}
        </div>
      </nav>
    </header>
  )
}

/** By its name where there is room, else as a picture of its grid. */
function SudokuLink() {
  return (
    <a
      href={paths.sudoku}
      aria-label="Sudoku"
      className="flex h-11 min-w-10 items-center justify-center rounded-full text-ui text-soft hover:text-ink md:px-3"
    >
      <span className="md:hidden">
        <Icon name="grid" />
      </span>
      <span className="hidden md:inline">Sudoku</span>
    </a>
  )
}

/** A field from tablets up; on a phone an icon that leads to the search page. */
function NavSearch() {
  return (
    <>
      <a
        href={paths.search()}
        aria-label="Search"
        className="flex h-11 w-10 items-center justify-center rounded-full text-soft hover:text-ink md:hidden"
      >
        <Icon name="search" />
      </a>
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is younger than some browsers that are in use */}
      <form action={paths.search()} role="search" aria-label="Site" className="nav-search relative hidden md:block">
        <label htmlFor="nav-search" className="sr-only">
          Search stories
        </label>
        <span className="pointer-events-none absolute inset-y-0 start-3 flex items-center text-faint">
          <Icon name="search" size={18} />
        </span>
        <input
          id="nav-search"
          type="search"
          name="q"
          required
          maxLength={searchTextMost}
          placeholder="Search"
          className="h-9 w-44 rounded-full border border-line bg-raised ps-10 pe-3 text-ui lg:w-56"
        />
      </form>
    </>
  )
}
