type Props = { path: string; ranges: readonly number[]; shown: number }

/** Plain links: the choice works without scripts, and can be kept as a bookmark. */
export function RangeLinks({ path, ranges, shown }: Props) {
  return (
    <nav aria-label="Time range">
      <ul className="flex flex-wrap gap-2">
        {ranges.map((days) => (
          <li key={days}>
            <a
              href={`${path}?days=${days}`}
              aria-current={days === shown ? 'true' : undefined}
              className="inline-flex h-11 items-center rounded-full border border-edge px-4 text-ui text-ink no-underline hover:border-ink aria-[current]:border-ink aria-[current]:bg-raised aria-[current]:font-semibold aria-[current]:underline aria-[current]:underline-offset-4"
            >
              {days > 100 ? 'A year' : `${days} days`}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
