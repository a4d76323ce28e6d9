import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import { StaticMarkup, type WriteMarkup } from '#components/ui/static-markup.tsx'
import { paths } from '#contract/paths.ts'
import { searchTextMost } from '#contract/text-limits.ts'
import { ReadingSettings } from './reading-settings.tsx'
import { SiteName } from './site-name.tsx'

type Props = {
  productName: string
  /** The address of an uploaded picture that stands in place of the name. */
  logo?: string | null
  /** The path of the page, to mark its section. */
  path: string
  /** The reader's account, at the end of the bar. */
  account?: ReactNode
  write?: WriteMarkup | undefined
}

export function NavBar({ productName, logo, path, account, write }: Props) {
  const currentAt = (href: string) => (href === path ? 'page' : undefined)
  return (
    <header className="no-print border-b border-line">
      <nav
        aria-label="Main"
        className="mx-auto flex w-full max-w-page flex-wrap items-center px-4 md:px-6 lg:flex-nowrap lg:gap-6"
      >
        <a
          href={paths.home}
          aria-current={currentAt(paths.home)}
          className="flex h-14 max-w-[calc(100%-12rem)] items-center font-serif text-lead font-semibold text-ink md:max-w-60 lg:max-w-40 lg:shrink-0"
        >
          <span className="min-w-0 truncate">
            <SiteName name={productName} logo={logo} />
          </span>
        </a>
        <StaticMarkup
          as="ul"
          className="bar-topics order-last -mt-1 -mb-px flex basis-[calc(100%+2rem)] lg:order-none lg:m-0 lg:basis-auto"
          write={write}
        >
          {topics.map(({ name, href }) => (
            <li key={href}>
              <a href={href} aria-current={currentAt(href)}>
                {name}
              </a>
            </li>
          ))}
        </StaticMarkup>
        <div className="bar-end ms-auto flex items-center gap-1 md:gap-2">
          <NavSearch isHere={path === paths.search()} />
          <ReadingSettings write={write} />
          {account}
        </div>
      </nav>
    </header>
  )
}

/** A field from tablets up. On phones, and on the search page, which has its own field, a link with an icon. */
function NavSearch({ isHere }: { isHere: boolean }) {
  return (
    <>
      <a
        href={paths.search()}
        aria-label="Search"
        aria-current={isHere ? 'page' : undefined}
        className={`bar-icon aria-[current]:text-green ${isHere ? '' : 'md:hidden'}`}
      >
        <Icon name="search" />
      </a>
      {!isHere && (
        // biome-ignore lint/a11y/useSemanticElements: <search> is younger than some browsers that are in use
        <form action={paths.search()} role="search" aria-label="Site" className="relative hidden w-44 md:block">
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
            className="h-9 w-full rounded-full border border-edge bg-raised ps-10 pe-3 text-ui hover:border-ink"
          />
        </form>
      )}
    </>
  )
}

export function SkipLink({ to }: { to: string }) {
  return (
    <a href={`#${to}`} className="skip-link no-print">
      Skip to content
    </a>
  )
}

/** The ways into the collection. */
export const topics = [
  { name: 'Book summaries', href: paths.books },
  { name: 'Fiction', href: paths.category('fiction') },
  { name: 'Technology', href: paths.category('technology') },
  { name: 'Book essays', href: paths.category('books') },
  { name: 'Sudoku', href: paths.sudoku },
]
