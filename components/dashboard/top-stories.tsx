import { countOf } from '#components/ui/count-of.ts'
import { TitledSection } from '#components/ui/titled-section.tsx'
import type { TopStory } from '#contract/dashboard.ts'
import { paths } from '#contract/paths.ts'
import { spanOf } from './figures-over-time.tsx'
import { ShareBar } from './share-bar.tsx'

/** The author, and the reads by crawlers, where they are known. */
type ListedTop = Pick<TopStory, 'slug' | 'title' | 'reads'> & Partial<Pick<TopStory, 'author_name' | 'crawler_reads'>>

type Props = {
  stories: readonly ListedTop[]
  days: number
  /** The reads of all stories together; undefined if unknown. */
  allReads: number | undefined
}

export function TopStories({ stories, days, allReads }: Props) {
  return (
    <TitledSection
      id="top-stories"
      title={`Top stories of the last ${spanOf(days)}`}
      className="flex min-w-0 flex-col gap-3"
    >
      {stories.length === 0 ? (
        <p className="max-w-sentence text-pretty text-soft">
          No stories have been read yet. The most read ones will appear here.
        </p>
      ) : (
        <ol className="divide-y divide-line border-y border-line">
          {stories.map((story) => (
            <StoryRow key={story.slug} story={story} allReads={allReads} />
          ))}
        </ol>
      )}
    </TitledSection>
  )
}

function StoryRow({ story, allReads }: { story: ListedTop; allReads: number | undefined }) {
  const { slug, title, author_name, reads, crawler_reads = 0 } = story
  const share = allReads ? Math.min(1, reads / allReads) : undefined
  return (
    <li className="flex flex-col gap-1.5 py-3">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <a
            href={paths.article(slug)}
            className="inline-block min-h-6 wrap-anywhere text-ui font-semibold text-ink underline-offset-2 hover:underline"
          >
            {title || 'Untitled'}
          </a>
          {author_name && <p className="wrap-anywhere text-small text-soft">{author_name}</p>}
        </div>
        <p className="shrink-0 text-end tabular-nums">
          <span className="text-ui font-semibold">{countOf(reads, 'read')}</span>
          {crawler_reads > 0 && (
            <span className="block text-small text-faint">crawlers: {crawler_reads.toLocaleString('en-GB')}</span>
          )}
        </p>
      </div>
      {share !== undefined && <ShareBar share={share} of="all reads" />}
    </li>
  )
}

type CountListProps = {
  counts: readonly {
    name: string
    count: number
    /** Since the range began; left out if unknown. */
    change?: number | undefined
  }[]
  days: number
}

/** Figures that say how many there are now, and how many more than some days ago. */
export function CountList({ counts, days }: CountListProps) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-6 md:grid-cols-3 md:gap-x-10">
      {counts.map(({ name, count, change }) => (
        <div key={name} className="flex flex-col-reverse gap-1 border-t border-line pt-4">
          <dt className="text-small text-faint">{name}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-3 tabular-nums">
            <span className="font-serif text-heading font-semibold">{count.toLocaleString('en-GB')}</span>
            {change !== undefined && <span className="text-small text-soft">{describeChange(change, days)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** E.g. `+12 in 30 days`. */
function describeChange(change: number, days: number): string {
  if (change === 0) return `as many as ${spanOf(days)} ago`
  return `${change > 0 ? '+' : '−'}${Math.abs(change).toLocaleString('en-GB')} in ${spanOf(days)}`
}
