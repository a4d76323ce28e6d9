import type { ReactNode } from 'react'
import { chartPoints, sumOf } from '#components/dashboard/chart-points.ts'
import { FigureChart } from '#components/dashboard/figure-chart.tsx'
import { describeFigures, RangeLinks } from '#components/dashboard/figures-over-time.tsx'
import { CountList } from '#components/dashboard/top-stories.tsx'
import { LineLink } from '#components/ui/links.tsx'
import type { StoryReaders } from '#contract/readers.ts'
import { describeReaders } from './describe-readers.ts'
import { ReadSources } from './read-sources.tsx'

type Readers = Pick<StoryReaders, 'days' | 'before' | 'from'> & Partial<Pick<StoryReaders, 'story' | 'emails'>>

type Props = {
  readers: Readers
  /** The name and the page of the story or publication. */
  of: { name: string; href: string }
  siteName: string
  ranges: readonly number[]
  /** The page's address, and that of the same figures as a file. */
  path: string
  csvPath: string
  children?: ReactNode
}

/** The readers of a story, or of a publication's stories: in words, then as figures. */
export function ReadersView({ readers, of, siteName, ranges, path, csvPath, children }: Props) {
  const { days, before, from, emails } = readers
  const reads = sumOf(days, 'reads')
  const counts = [
    ...([
      ['Reads', reads],
      ['Began', sumOf(days, 'began')],
      ['Reached the end', sumOf(days, 'finished')],
    ] as const),
    ...([
      ['Subscribed', sumOf(days, 'subscribed')],
      ['Minutes listened', sumOf(days, 'heard_minutes')],
    ] as const),
    ...(emails ? ([['Emails, of all time', emails.sent]] as const) : []),
  ]
  return (
    <div className="mx-auto flex w-full max-w-rows flex-col gap-10 px-4 py-10 md:px-6 md:py-16">
      <div className="flex flex-col gap-6">
        <h1 className="flex flex-col gap-1 font-semibold">
          <span className="text-small text-faint">Readers</span>{' '}
          <a
            href={of.href}
            className="self-start text-balance wrap-anywhere font-serif text-heading text-ink underline-offset-4 hover:underline"
          >
            {of.name}
          </a>
        </h1>
        <RangeLinks path={path} ranges={ranges} shown={days.length} />
        <p className="max-w-column text-pretty font-serif text-text md:text-lead">
          {describeReaders(readers, siteName).join(' ')}
        </p>
      </div>
      <CountList days={days.length} counts={counts.map(([name, count]) => ({ name, count: Math.round(count) }))} />
      <FigureChart
        id="reads-over-time"
        title="Reads"
        heading="h2"
        summary={describeFigures(reads, before.reads, days.length, 'read')}
        note="A read is one view of a published story’s page; your own count too, crawlers don’t. Who began has scrolled, pressed a key or moved the pointer. Days are in UTC."
        points={chartPoints(days)}
        columns={[
          { measure: 'reads', name: 'Reads' },
          { measure: 'began', name: 'Began' },
          { measure: 'finished', name: 'Reached the end' },
          { measure: 'subscribed', name: 'Subscribed' },
          { measure: 'heard_minutes', name: 'Minutes listened' },
        ]}
      />
      <ReadSources from={from} siteName={siteName} />
      {children}
      <LineLink href={`${csvPath}?days=${days.length}`}>Download CSV</LineLink>
    </div>
  )
}
