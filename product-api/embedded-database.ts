import { serveEmbedded } from './db/embedded/serve.ts'
import { queueTables } from './queue/snapshot-tables.ts'

// The embedded database as a worker thread of its own (`db/embedded/start.ts`).
await serveEmbedded(queueTables)
