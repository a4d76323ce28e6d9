import type { ReactNode } from 'react'
import { SearchBox } from '#components/ui/search-box.tsx'

type Props = {
  /** The number of stories; the sentence is left out if it is unknown. */
  count: number | undefined
  /** The way to the newsletter. */
  subscribe?: ReactNode
}

export function HomeBanner({ count, subscribe }: Props) {
  return (
    <div className="mx-auto grid w-full max-w-page items-end gap-8 px-4 pt-10 pb-10 md:px-6 md:pt-16 md:pb-16 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-10">
      <div className="flex flex-col items-start gap-6">
        <h1 className="text-balance lg:max-w-sentence font-serif text-heading font-semibold md:text-title">
          Byte size knowledge that makes you smarter everyday.
        </h1>
        {subscribe}
      </div>
      <div className="flex flex-col gap-3">
        {count !== undefined && (
          <p className="text-balance text-soft">Search through a collection of {count} book summaries and counting.</p>
        )}
        <SearchBox id="home-search" label="Search stories" />
      </div>
    </div>
  )
}
