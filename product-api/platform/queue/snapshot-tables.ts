import { type ExtraTables, packageVersion } from '../db/embedded/snapshot.ts'
import { queuesFingerprint } from './queues.ts'

/** The queue's tables, for the snapshot of a new embedded database: making them is the slowest part of a first start. */
export const queueTables: ExtraTables = {
  version: `queue-${packageVersion('pg-boss')}-${queuesFingerprint()}`,
  add: async (database) => {
    // Loaded only if there is no snapshot yet.
    const [{ fromPglite }, { createEngine, startEngine }] = await Promise.all([
      import('pg-boss'),
      import('./engine.ts'),
    ])
    const engine = createEngine(fromPglite(database), { works: false })
    await startEngine(engine)
    await engine.stop({ graceful: false, close: false })
  },
}
