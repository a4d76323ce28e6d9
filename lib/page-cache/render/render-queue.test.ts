import { RenderQueue, TooBusy } from './render-queue.ts'

/** Renders that end when they are told to; `begun` has their names in the order in which they began. */
function aQueue(bounds: { running: number; runningOfOne: number; waiting: number }) {
  const queue = new RenderQueue(bounds)
  const begun: string[] = []
  const refused: string[] = []
  const endings: (() => void)[] = []
  const ask = (client: string, name: string) => {
    const ticket = queue.enter(client)
    const render = () => {
      begun.push(name)
      return new Promise<void>((resolve) => endings.push(resolve))
    }
    queue.run(ticket, render).catch((cause) => {
      expect(cause).toBeInstanceOf(TooBusy)
      refused.push(name)
    })
    return ticket
  }
  const endOne = async () => {
    endings.shift()?.()
    await new Promise(setImmediate)
  }
  return { queue, begun, refused, ask, endOne, settled: () => new Promise(setImmediate) }
}

describe('RenderQueue', () => {
  test('runs as many in parallel as it may, and the next when one ends', async () => {
    const { begun, ask, endOne, settled } = aQueue({ running: 2, runningOfOne: 2, waiting: 10 })
    for (const name of ['a', 'b', 'c']) ask('one', name)
    await settled()
    expect(begun).toEqual(['a', 'b'])
    await endOne()
    expect(begun).toEqual(['a', 'b', 'c'])
  })

  test('lets a newcomer pass hundreds that wait for one client', async () => {
    const { begun, ask, endOne, settled } = aQueue({ running: 4, runningOfOne: 3, waiting: 1_000 })
    for (let number = 0; number < 300; number++) ask('many', `many ${number}`)
    ask('newcomer', 'newcomer 0')
    await settled()
    expect(begun).toContain('newcomer 0')
    for (let number = 1; number <= 5; number++) {
      ask('newcomer', `newcomer ${number}`)
      await endOne()
    }
    expect(begun.filter((name) => name.startsWith('newcomer')).length).toBeGreaterThanOrEqual(3)
  })

  test('takes the last place of the longest line if too many wait', async () => {
    const { queue, refused, ask, settled } = aQueue({ running: 1, runningOfOne: 1, waiting: 3 })
    for (const number of [0, 1, 2, 3]) ask('many', `many ${number}`)
    ask('newcomer', 'newcomer')
    ask('many', 'many 4')
    await settled()
    expect(refused).toEqual(['many 3', 'many 4'])
    expect([queue.waiting, queue.refused]).toEqual([3, 2])
  })

  test('begins a shared render with the first client that has a turn, once', async () => {
    const { queue, begun, ask, endOne, settled } = aQueue({ running: 2, runningOfOne: 1, waiting: 10 })
    for (const number of [0, 1, 2]) ask('many', `many ${number}`)
    const shared = ask('many', 'shared')
    queue.join(shared, 'newcomer')
    await settled()
    expect(begun).toEqual(['many 0', 'shared'])
    for (let count = 0; count < 4; count++) await endOne()
    expect(begun).toEqual(['many 0', 'shared', 'many 1', 'many 2'])
    expect([queue.running, queue.waiting]).toEqual([0, 0])
  })

  test('keeps a shared render for the client that still has a place', async () => {
    const { queue, begun, refused, ask, endOne, settled } = aQueue({ running: 1, runningOfOne: 1, waiting: 4 })
    ask('other', 'running')
    for (const number of [0, 1]) ask('many', `many ${number}`)
    const shared = ask('many', 'shared')
    queue.join(shared, 'newcomer')
    ask('third', 'third')
    await settled()
    expect(refused).toEqual([])
    for (let count = 0; count < 5; count++) await endOne()
    expect(begun.toSorted()).toEqual(['many 0', 'many 1', 'running', 'shared', 'third'])
  })
})
