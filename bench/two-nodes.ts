import { admin } from '#e2e/support/address.ts'
import { ownSite } from '#e2e/support/own-site.ts'
import { fetchWhole, type Percentiles, percentilesOf } from './support/load.ts'
import { type NewStore, onBothEngines } from './support/native-server.ts'
import type { Row } from './support/report.ts'
import { send, signIn, signUpAndIn } from './support/signed-in.ts'

const rounds = 160
const settingsRounds = 60

/**
 * A person renames themselves through the BFF of one web node. That node must show it in the first answer after the
 * write's own; the other node learns of it through the change feed. Then an administrator renames the site, which every
 * page of both shows.
 */
export const twoNodes = () => onBothEngines(measure)

async function measure(store: NewStore): Promise<Row[]> {
  const site = await ownSite({ ...store, isMeasured: true })
  try {
    const other = await site.startSecondWeb()
    const cookie = await signUpAndIn(site.url)
    const { uuid } = (await (await fetch(`${site.url}/api/users/current_user`, { headers: { cookie } })).json()) as {
      uuid: string
    }
    const took: number[] = []
    let staleHere = 0
    let staleThere = 0
    for (let round = 0; round < rounds; round++) {
      const name = `Somebody the ${round}.`
      await Promise.all([site.url, other.url].map((url) => fetchWhole(`${url}/profile/${uuid}`)))
      await send('POST', `${site.url}/api/users/update-profile`, cookie, { name })
      const answeredAt = performance.now()
      if (!(await fetchWhole(`${site.url}/profile/${uuid}`)).includes(name)) staleHere++
      while (!(await fetchWhole(`${other.url}/profile/${uuid}`)).includes(name)) {
        if (performance.now() - answeredAt > 1_000) staleThere++
      }
      took.push(performance.now() - answeredAt)
    }
    const { p50, p95 } = percentilesOf(took)
    const renamed = await timeRenaming(site.url, other.url)
    return [
      {
        what: `old answers of the writing node after ${rounds} answered writes`,
        result: String(staleHere),
        target: '0',
      },
      {
        what: 'answered write → visible on the other node',
        result: `p50 ${p50} / p95 ${p95} ms`,
        target: 'p95 < 1 s',
      },
      { what: 'answers of the other node that were old after 1 s', result: String(staleThere), target: '0' },
      {
        what: 'another name of the site, sent → visible on three pages of both nodes',
        result: `p50 ${renamed.p50} / p95 ${renamed.p95} ms`,
        target: 'p95 < 1 s',
      },
    ]
  } finally {
    await site.stop()
  }
}

async function timeRenaming(...nodes: [string, string]): Promise<Percentiles> {
  const [url] = nodes
  const cookie = await signIn(url, admin)
  const pages = nodes.flatMap((node) => ['/', '/about-us', '/articles/fiction'].map((path) => node + path))
  const settings = await fetch(`${url}/api/dashboard/settings`, { headers: { cookie } })
  let { version } = (await settings.json()) as { version: number }
  const took: number[] = []
  for (let round = 0; round < settingsRounds; round++) {
    await Promise.all(pages.map((page) => fetchWhole(page)))
    const name = `Site the ${round}.`
    const sentAt = performance.now()
    const saved = await send<{ version: number }>('PUT', `${url}/api/dashboard/settings`, cookie, { version, name })
    version = saved.version
    for (const page of pages) while (!(await fetchWhole(page)).includes(name));
    took.push(performance.now() - sentAt)
  }
  return percentilesOf(took)
}
