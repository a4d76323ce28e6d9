import { serveEmbedded } from '#platform/db/embedded/serve.ts'
import { queueTables } from '#platform/queue/snapshot-tables.ts'

// The worker thread of the embedded database, started by `platform/db/embedded/start.ts`.
await serveEmbedded(queueTables)
