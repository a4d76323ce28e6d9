import { ShareBar } from '#components/dashboard/share-bar.tsx'
import { countOf } from '#components/ui/count-of.ts'
import { TitledSection } from '#components/ui/titled-section.tsx'
import type { StoryReaders } from '#contract/readers.ts'
import { nameSource } from './name-source.ts'

type Props = { from: StoryReaders['from']; siteName: string }

/** Where readers came from, the most first. */
export function ReadSources({ from, siteName }: Props) {
  const all = from.reduce((sum, { reads }) => sum + reads, 0)
  return (
    <TitledSection id="sources" title="Where readers came from" className="flex min-w-0 flex-col gap-3">
      {from.length === 0 ? (
        <p className="max-w-sentence text-pretty text-soft">Nothing yet: this fills with the first reads.</p>
      ) : (
        <>
          <ul className="divide-y divide-line border-y border-line">
            {from.map(({ source, reads }) => (
              <li key={source} className="flex flex-col gap-1.5 py-3">
                <p className="flex items-baseline justify-between gap-4 text-ui">
                  <span className="min-w-0 wrap-anywhere font-semibold">{nameSource(source, siteName).name}</span>
                  <span className="shrink-0 tabular-nums">{countOf(reads, 'read')}</span>
                </p>
                <ShareBar share={reads / all} of="all reads" />
              </li>
            ))}
          </ul>
          <p className="max-w-sentence text-pretty text-small text-faint">
            “Directly” means that no page was named: a bookmark, a typed address, or an app or a site that doesn’t say.
            Sites with fewer than three reads are among the other places.
          </p>
        </>
      )}
    </TitledSection>
  )
}
