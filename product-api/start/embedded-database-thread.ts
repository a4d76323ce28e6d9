import { serveEmbedded } from '#platform/db/embedded/serve.ts'
import { queueTables } from '#platform/queue/snapshot-tables.ts'

// The embedded database as a worker thread of its own (`platform/db/embedded/start.ts`).
await serveEmbedded(queueTables)
