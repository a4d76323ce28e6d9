import { setTimeout as delay } from 'node:timers/promises'
import { ownSite } from '#e2e/support/own-site.ts'
import { fetchWhole, percentilesOf } from './support/load.ts'
import { type NewStore, onBothEngines } from './support/native-server.ts'
import type { Row } from './support/report.ts'
import { send, signUpAndIn } from './support/signed-in.ts'

const stories = 25
const roundsEach = 20
const readers = 8
const pauses = [50, 0]

type Written = { _id: string; slug: string; version: number }

/**
 * A writer publishes 25 stories and 19 changes to each, through the BFF, while 8 readers go round the home page, the list
 * and the stories, with a pause after each page and without one. Every first answer after a publish's own must show it,
 * on the story and on the home page.
 */
export const publishes = () => onBothEngines(measure)

async function measure(store: NewStore): Promise<Row[]> {
  const site = await ownSite({ ...store, isMeasured: true })
  try {
    const cookie = await signUpAndIn(site.url)
    const rows: Row[] = []
    for (const pauseMs of pauses) rows.push(...(await publishBeside(site.url, cookie, pauseMs)))
    return rows
  } finally {
    await site.stop()
  }
}

async function publishBeside(url: string, cookie: string, pauseMs: number): Promise<Row[]> {
  const reading = new AbortController()
  let crowd: Promise<void>[] = []
  try {
    const slugs: string[] = []
    const pages = () => ['/', '/articles/fiction', ...slugs.map((slug) => `/article/${slug}`)]
    crowd = Array.from({ length: readers }, (_, reader) => read(url, pages, reader, pauseMs, reading.signal))
    const answered: number[] = []
    const took: number[] = []
    let stale = 0
    for (let story = 0; story < stories; story++) {
      const text = { content: '<p>It was quiet in the harbour. Nobody said a word.</p>', category: 'fiction' }
      let at = await send<Written>('POST', `${url}/api/contents`, cookie, { ...text, title: `Story ${story}` })
      for (let round = 0; round < roundsEach; round++) {
        const title = `Story ${story}, told the ${round}. time.`
        const startedAt = performance.now()
        const change = { title, isDraft: false, version: at.version }
        at = await send<Written>('PUT', `${url}/api/contents/${at._id}`, cookie, change)
        answered.push(performance.now() - startedAt)
        const [article, home] = await Promise.all([`/article/${at.slug}`, '/'].map((path) => fetchWhole(url + path)))
        took.push(performance.now() - startedAt)
        if (!article?.includes(title)) stale++
        if (!home?.includes(title)) stale++
        if (round === 0) slugs.push(at.slug)
      }
    }
    const inWords = ({ p50, p95 }: ReturnType<typeof percentilesOf>) => `p50 ${p50} / p95 ${p95} ms`
    return [
      {
        what: `publish sent → read on the story and at home, ${took.length} publishes, ${readers} readers that pause ${pauseMs} ms`,
        result: inWords(percentilesOf(took)),
        target: `p95 < ${pauseMs ? 100 : 150} ms`,
      },
      { what: 'of it, until the publish is answered', result: inWords(percentilesOf(answered)) },
      { what: 'first answers after a publish that were old', result: String(stale), target: '0' },
    ]
  } finally {
    reading.abort()
    await Promise.all(crowd)
  }
}

/** Goes round the pages until told to stop. */
async function read(
  url: string,
  pages: () => string[],
  reader: number,
  pauseMs: number,
  signal: AbortSignal,
): Promise<void> {
  for (let step = reader; !signal.aborted; step++) {
    const all = pages()
    await fetchWhole(url + all[step % all.length])
    if (pauseMs) await delay(pauseMs)
  }
}
