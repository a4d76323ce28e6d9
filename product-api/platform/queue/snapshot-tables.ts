import { type ExtraTables, packageVersion } from '../db/embedded/snapshot.ts'
import { queuesFingerprint } from './queues.ts'

/** The queue's tables: making them takes a first start longer than everything else that it does. */
export const queueTables: ExtraTables = {
  version: `queue-${packageVersion('pg-boss')}-${queuesFingerprint()}`,
  add: async (database) => {
    // If the snapshot exists already, neither is needed.
    const [{ fromPglite }, { createEngine, startEngine }] = await Promise.all([
      import('pg-boss'),
      import('./engine.ts'),
    ])
    const engine = createEngine(fromPglite(database), { works: false })
    await startEngine(engine)
    await engine.stop({ graceful: false, close: false })
  },
}
