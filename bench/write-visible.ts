import { ownSite } from '#e2e/support/own-site.ts'
import { fetchWhole, percentilesOf } from './support/load.ts'
import { type NewStore, onBothEngines } from './support/native-server.ts'
import type { Row } from './support/report.ts'

const rounds = 160

/** From the commit of a write to the first answer that shows it, and how many answers after 100 ms were still old. */
export const writeVisible = () => onBothEngines(measure)

async function measure(store: NewStore): Promise<Row[]> {
  const site = await ownSite({ ...store, isMeasured: true })
  try {
    const [story] = (await (await fetch(`${site.url}/api/contents?limit=1`)).json()) as { slug: string }[]
    const page = `${site.url}/article/${story?.slug}`
    const took: number[] = []
    let stale = 0
    for (let round = 0; round < rounds; round++) {
      await fetchWhole(page)
      const title = `Measured title ${round}`
      await site.write(story?.slug ?? '', title)
      const committedAt = performance.now()
      while (!(await fetchWhole(page)).includes(title)) if (performance.now() - committedAt > 100) stale++
      took.push(performance.now() - committedAt)
    }
    const { p50, p95 } = percentilesOf(took)
    return [
      {
        what: `write → visible on the page, ${rounds} writes`,
        result: `p50 ${p50} / p95 ${p95} ms`,
        target: 'p95 < 100 ms',
      },
      { what: 'answers that were old 100 ms after the commit', result: String(stale), target: '0' },
    ]
  } finally {
    await site.stop()
  }
}
