import { Site } from '#contract/site.ts'

/** The settings of the site: undefined if the product API has none; not current if it did not answer. */
export type KnownSite = { site: Site | undefined; isCurrent: boolean }

const mostMs = 2_000

/**
 * Reads the site's settings from the product API, once for each mark: the server in front counts the mark up when they
 * may have changed. Settings that could not be read are asked for again with the next page.
 */
export function createSiteReader(productApiUrl: string): (mark: number | undefined) => Promise<KnownSite> {
  let known: Site | undefined
  let knownMark = -1
  const reading = new Map<number, Promise<boolean>>()

  async function read(mark: number): Promise<boolean> {
    try {
      const answer = await fetch(`${productApiUrl}/site`, { signal: AbortSignal.timeout(mostMs) })
      // A foreign product API need not have them.
      if (!answer.ok && answer.status !== 404) return false
      const site = answer.ok ? Site.safeParse(await answer.json()).data : undefined
      if (mark < knownMark) return true
      known = site
      knownMark = mark
      return true
    } catch {
      return false
    } finally {
      reading.delete(mark)
    }
  }

  return async (mark = 0) => {
    if (mark <= knownMark) return { site: known, isCurrent: true }
    const begun = reading.get(mark) ?? read(mark)
    reading.set(mark, begun)
    const isCurrent = await begun
    return { site: known, isCurrent }
  }
}
