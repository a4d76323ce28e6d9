import { existsSync } from 'node:fs'
import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { temporaryFolder } from '#testing/children.ts'
import { startMaintenance } from './maintenance.ts'
import { WireServer } from './wire-server.ts'

const folder = path.join(temporaryFolder(), 'database')
const lookMs = 5_000

test('runs one check at a time, even if a vacuum of a large database takes long', async () => {
  const said: string[] = []
  // PGlite itself does not run inside of jest.
  const engine = {
    exec: async (text: string) => void said.push(text),
    isInTransaction: () => false,
    query: async () => ({ rows: [{ lsn: '0/1', bytes: 0 }] }),
  }
  const server = new WireServer(engine as unknown as PGlite)
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout', 'Date'] })
  const stop = startMaintenance(server, folder)
  try {
    let goOn = (): void => undefined
    const busy = server.exclusive(() => new Promise<void>((resolve) => (goOn = resolve)))
    jest.advanceTimersByTime(4 * lookMs)
    goOn()
    await busy
    while (!existsSync(`${folder}.vacuumed`)) await new Promise(setImmediate)
    // Queries made in the meantime were executed too.
    await server.exclusive(async () => undefined)
    expect(said.filter((text) => text.startsWith('vacuum'))).toHaveLength(1)
  } finally {
    stop()
    jest.useRealTimers()
  }
})
