import type { OwnSource } from '#contract/reads.ts'

type Words = {
  /** Alone, e.g. `Newsletter`. */
  name: string
  /** After reads, e.g. `12 reads from newsletters`. */
  from: string
}

const own: Record<OwnSource, (siteName: string) => Words> = {
  newsletter: () => ({ name: 'Newsletter', from: 'from newsletters' }),
  feed: () => ({ name: 'A feed', from: 'from feeds' }),
  search: (site) => ({ name: `Search on ${site}`, from: `from the search on ${site}` }),
  front_page: () => ({ name: 'Front page', from: 'from the front page' }),
  site: (site) => ({ name: `Other pages of ${site}`, from: `from other pages of ${site}` }),
  direct: () => ({ name: 'Directly', from: 'opened directly' }),
  others: () => ({ name: 'Other places', from: 'from other places' }),
}

/** Where reads came from; a source that is none of ours is the host of another site. */
export function nameSource(source: string, siteName: string): Words {
  return Object.hasOwn(own, source) ? own[source as OwnSource](siteName) : { name: source, from: `from ${source}` }
}
