import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { nativeDatabase } from './native-server.ts'

/** A store with many stories in it, and the settings with which the product opens it. */
export type SeededStore = { name: string; settings: { DATA_DIR: string; DATABASE_URL?: string } }

/** The embedded database in `data-bench`, seeded the first time. */
export function embeddedStore(stories: number): SeededStore {
  const store = { name: 'embedded', settings: { DATA_DIR: 'data-bench' } }
  if (!existsSync('data-bench')) seed(store, stories)
  return store
}

/** A native database of this name, seeded the first time; undefined if no server answers. */
export async function nativeStore(database: string, stories: number): Promise<SeededStore | undefined> {
  const native = await nativeDatabase(database)
  if (!native) return undefined
  const store = { name: 'native', settings: { DATA_DIR: 'data-bench-native', DATABASE_URL: native.url } }
  if (native.isNew) seed(store, stories)
  return store
}

function seed(store: SeededStore, stories: number): void {
  console.log(`seeding ${stories} stories (${store.name}) …`)
  const { status } = spawnSync(process.execPath, ['scripts/seed.ts', '--stories', String(stories)], {
    stdio: 'inherit',
    env: { ...process.env, ...store.settings },
  })
  if (status !== 0) throw new Error('seeding failed')
}
