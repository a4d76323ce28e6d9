import { isThorough } from '#product-api/testing/thoroughness.ts'
import { ownPort } from './support/address.ts'
import { startLoadBalancer } from './support/load-balancer.ts'
import { ownSite } from './support/own-site.ts'
import { expect, test } from './support/people.ts'

const readers = 4
const kills = isThorough ? 10 : 2

test('a restart of one web node after the other, behind a proxy and under load, drops nothing; nor does the kill of one, of what is kept', async () => {
  test.setTimeout(240_000)
  const [outside, repeating] = [ownPort(), ownPort()]
  const site = await ownSite({
    searchesPerMinute: 1_000_000,
    publicUrl: `http://localhost:${outside}`,
  })
  const second = await site.startSecondWeb()
  const nodes = [site.url, second.url]
  const proxies = [
    await startLoadBalancer(outside, nodes),
    await startLoadBalancer(repeating, nodes, { repeatsReads: true }),
  ] as const
  try {
    const restarts = readAgainAndAgain(proxies[0].url, [
      ['/'],
      ['/search?q=clock'],
      ['/api/contents?limit=3'],
      ['/users/login'],
      // This one must not be repeated.
      ['/api/users/logout', { method: 'POST', headers: { origin: `http://localhost:${outside}` } }],
    ])
    await restarts.somewhatLater()
    await site.restartWeb()
    await restarts.somewhatLater()
    await second.restart()
    await restarts.somewhatLater()
    expect(await restarts.end()).toEqual(['200'])

    const lost = readAgainAndAgain(proxies[1].url, [['/'], ['/articles/all'], ['/feed.xml'], ['/sitemap.xml']])
    for (let kill = 0; kill < kills; kill++) {
      await lost.somewhatLater()
      await site.killWeb()
      await lost.somewhatLater()
      await site.startWeb()
    }
    await lost.somewhatLater()
    expect(await lost.end()).toEqual(['200'])
  } finally {
    for (const proxy of proxies) proxy.close()
    await site.stop()
  }
})

/** Four readers who go round some addresses until the end, which says all that they were told: their statuses and faults. */
function readAgainAndAgain(url: string, asks: [path: string, init?: RequestInit][]) {
  const answers = new Map<string, number>()
  let over = false
  const read = async (reader: number) => {
    for (let round = reader; !over; round++) {
      const [path, init] = asks[round % asks.length] ?? ['/']
      const said = await fetch(url + path, init).then(
        async (answer) => {
          const text = await answer.text()
          return answer.status === 200 ? '200' : `${path}: ${answer.status} ${text.slice(0, 100)}`
        },
        (fault: Error) => `${path}: ${fault.message} ${fault.cause}`,
      )
      answers.set(said, (answers.get(said) ?? 0) + 1)
    }
  }
  const reading = Array.from({ length: readers }, (_, reader) => read(reader))
  return {
    somewhatLater: (count = answers.get('200') ?? 0) =>
      expect.poll(() => (answers.get('200') ?? 0) - count, { timeout: 60_000 }).toBeGreaterThan(50),
    end: async () => {
      over = true
      await Promise.all(reading)
      return [...answers.keys()]
    },
  }
}
