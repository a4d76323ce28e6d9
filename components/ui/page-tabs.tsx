type Props = { label: string; pages: readonly { name: string; path: string; isCurrent: boolean }[]; className?: string }

/** Links between pages that belong together, in one line under which the open one is marked. */
export function PageTabs({ label, pages, className = '' }: Props) {
  return (
    <nav aria-label={label} className={`-mx-3 ${className}`}>
      <ul className="flex flex-wrap gap-x-1 border-b border-line">
        {pages.map(({ name, path, isCurrent }) => (
          <li key={path}>
            <a
              href={path}
              aria-current={isCurrent ? 'page' : undefined}
              className="-mb-px flex min-h-11 items-center border-b-2 border-transparent px-3 text-ui text-soft no-underline hover:text-ink aria-[current]:border-green aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
