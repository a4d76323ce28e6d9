import '#runtime/resolve-imports.ts'

// The worker thread of the embedded database, started by `platform/db/embedded/start.ts`.
const { serveEmbedded } = await import('#platform/db/embedded/serve.ts')
const { queueTables } = await import('#platform/queue/snapshot-tables.ts')
await serveEmbedded(queueTables)
