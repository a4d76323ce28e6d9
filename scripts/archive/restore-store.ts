import path from 'node:path'
import { compareWithArchive } from '#archive/compare-with-archive.ts'
import { openKey } from '#archive/encryption.ts'
import { isOfTodaysVersion, type Restored, restoreArchive } from '#archive/restore-archive.ts'
import { openStorage } from '#product-api/files/open-storage.ts'
import { openDatabase, withClient } from '#product-api/platform/db/client.ts'
import { inSnapshot } from '#product-api/platform/db/open-beside.ts'
import { openQueue } from '#product-api/platform/queue/queue.ts'
import type { ApiEnv } from '#product-api/start/env.ts'
import type { OnProgress } from './progress.ts'

type Place = Pick<ApiEnv, 'DATA_DIR' | 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'S3'>
type Options = { key: string | undefined; withoutSecrets: boolean; onProgress: OnProgress; compares?: boolean }

/**
 * Restores an archive into the store of these settings, which must be empty.
 * @returns also the tables that differ from the archive, if it `compares` them.
 * @throws Error with one sentence.
 */
export async function restoreStore(
  file: string,
  place: Place,
  { key: written, withoutSecrets, onProgress, compares = false }: Options,
): Promise<Restored & { different: string[] }> {
  const key = written ? openKey(written) : undefined
  const database = await openDatabase(place, {
    statementTimeoutMs: 0,
    onCrash: (reason) => {
      console.error(reason.message)
      process.exit(1)
    },
  })
  const queue = await openQueue(database.pool, { works: false })
  try {
    const restored = await restoreArchive(file, {
      ...{ database, queue, key, withoutSecrets, onProgress },
      storage: openStorage(place),
      incoming: path.join(place.DATA_DIR, 'incoming'),
      now: () => new Date(),
    })
    const without = new Set(restored.heldSends > 0 ? ['sends'] : [])
    const different = compares
      ? await withClient(await database.connect(), (client) =>
          inSnapshot(client, () =>
            compareWithArchive(client, restored.manifest, {
              key,
              without,
              isMigrated: !isOfTodaysVersion(restored.manifest),
            }),
          ),
        )
      : []
    return { ...restored, different }
  } finally {
    await queue.close()
    await database.close()
  }
}
