import { ownPort } from './support/address.ts'
import { startLoadBalancer } from './support/load-balancer.ts'
import { ownSite } from './support/own-site.ts'
import { expect, test } from './support/people.ts'

const readers = 4

test('a restart of one web node after the other, behind a proxy and under load, drops nothing', async () => {
  test.setTimeout(240_000)
  const outside = ownPort()
  const site = await ownSite({
    searchesPerMinute: 1_000_000,
    publicUrl: `http://localhost:${outside}`,
  })
  const second = await site.startSecondWeb()
  const proxy = await startLoadBalancer(outside, [site.url, second.url])
  try {
    const asks: [path: string, init?: RequestInit][] = [
      ['/'],
      ['/search?q=clock'],
      ['/api/contents?limit=3'],
      ['/users/login'],
      // This one must not be retried.
      ['/api/users/logout', { method: 'POST', headers: { origin: `http://localhost:${outside}` } }],
    ]
    const answers = new Map<string, number>()
    let over = false
    const read = async (reader: number) => {
      for (let round = reader; !over; round++) {
        const [path, init] = asks[round % asks.length] ?? ['/']
        const said = await fetch(proxy.url + path, init).then(
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
    const somewhatLater = async (count = answers.get('200') ?? 0) =>
      expect.poll(() => (answers.get('200') ?? 0) - count, { timeout: 60_000 }).toBeGreaterThan(50)
    await somewhatLater()
    await site.restartWeb()
    await somewhatLater()
    await second.restart()
    await somewhatLater()
    over = true
    await Promise.all(reading)
    expect([...answers.keys()]).toEqual(['200'])
  } finally {
    proxy.close()
    await site.stop()
  }
})
