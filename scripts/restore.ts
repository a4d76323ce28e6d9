import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type ArchiveRun, noteArchiveRun } from '#archive/archive-runs.ts'
import { openArchiveBucket } from '#archive/bucket.ts'
import { Archive } from '#archive/read-archive.ts'
import { openBeside } from '#product-api/platform/db/open-beside.ts'
import { openWorkFolder } from '#product-api/platform/db/private-folder.ts'
import type { ApiEnv } from '#product-api/start/env.ts'
import { runProgram } from '#runtime/run-program.ts'
import { keepKey, keptKey } from './archive/backup-key.ts'
import { orFullDisk } from './archive/full-disk.ts'
import { numberOf, openProgress } from './archive/progress.ts'
import { proveArchive } from './archive/prove-archive.ts'
import { restoreStore } from './archive/restore-store.ts'
import { readBucketAddress, storageOf } from './archive/target.ts'
import { buildIfStale } from './start/build.ts'
import { keepSecrets, keptSecrets, readStoreSettings } from './start/settings.ts'

const usage =
  'Say what to restore: npm run restore -- FILE, which is an archive or s3://bucket/folder/name.zip. With --check it is only proved, beside the site; --check without a file proves the newest one in BACKUP_TO.'

/**
 * `npm run restore -- FILE`: restores an archive into the store that the settings name, which must be empty; stop the site
 * before. `--without-secrets` does it without the key of a backup. `-- --check [FILE]` proves that an archive can be
 * restored, while the site runs.
 */
await runProgram(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...{ check: { type: 'boolean' }, 'without-secrets': { type: 'boolean' } },
      // For the site's own weekly check: what it finds is noted, and is no failure.
      note: { type: 'boolean' },
    },
  })
  process.umask(0o077)
  // The site's weekly check ends with the site.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
  const { env } = readStoreSettings()
  const [given] = positionals
  if (positionals.length > 1 || (!given && !values.check)) throw new Error(usage)
  const { file, remove } = await fetchArchive(env, given ?? (await newestArchive(env)))
  try {
    const withoutSecrets = values['without-secrets'] === true
    const key = withoutSecrets ? undefined : (env.BACKUP_KEY ?? keptKey(env.DATA_DIR))
    if (values.check) {
      const isOfSite = values.note === true
      await check(file, env, { key, withoutSecrets }, { isOfSite })
    } else await restore(file, env, { key, withoutSecrets })
  } finally {
    remove()
  }
})

/** A proof opens a web. @throws Error with one sentence if there is none and it may not be built. */
async function haveWeb({ mayBuild }: { mayBuild: boolean }): Promise<void> {
  if (existsSync('.next/BUILD_ID')) return
  if (!mayBuild) throw new Error('The web is not built here, so no site can be opened on the archive: npm run build')
  await buildIfStale()
}

type Secrets = { key: string | undefined; withoutSecrets: boolean }

async function restore(file: string, env: ApiEnv, secrets: Secrets): Promise<void> {
  const startedAt = performance.now()
  const progress = openProgress()
  const { manifest, heldSends, secretSettings } = await orFullDisk(env.DATA_DIR, 'nothing is restored', () =>
    restoreStore(file, env, { ...secrets, onProgress: progress.show }),
  )
  progress.end()
  const { key } = secrets
  const kept = keptSecrets(env.DATA_DIR)
  if (Object.keys(secretSettings).length > 0 && Object.keys(kept).length === 0)
    keepSecrets(env.DATA_DIR, secretSettings)
  if (key && !keptKey(env.DATA_DIR)) keepKey(env.DATA_DIR, key)
  console.log(
    `${numberOf(manifest.stories)} stories are restored, in ${secondsSince(startedAt)}. Start the site with: npm start`,
  )
  // A name that administrators have set is restored with the rest.
  const isOutside = env.PRODUCT_NAME !== undefined || manifest.made.settings.includes('PRODUCT_NAME')
  if (isOutside && manifest.product.name !== env.PRODUCT_NAME) {
    console.log(`The archived site was named “${manifest.product.name}”: set PRODUCT_NAME to it.`)
  }
  if (manifest.key && !key) console.log('Passwords and sessions were left out: people get in by “Forgot password”.')
  if (heldSends > 0) {
    console.log(
      `${heldSends} newsletters had not gone out entirely. They wait: resume or cancel them at /send-newsletters.`,
    )
  }
  if (manifest.made.settings.length > 0) {
    console.log(
      `The archived site had these settings, whose values are not in the archive: ${manifest.made.settings.join(', ')}`,
    )
  }
}

async function check(file: string, env: ApiEnv, secrets: Secrets, { isOfSite }: { isOfSite: boolean }): Promise<void> {
  const startedAt = performance.now()
  const progress = openProgress()
  let fault = await faultOf(async () => (await Archive.open(file)).close())
  if (!fault) {
    await haveWeb({ mayBuild: !isOfSite })
    fault = await faultOf(() =>
      orFullDisk(env.DATA_DIR, 'the archive is not proved', () =>
        proveArchive(file, env, { ...secrets, onProgress: progress.show }),
      ),
    )
  }
  progress.end()
  const sentence = fault?.message ?? `restorable, ${secondsSince(startedAt)}`
  await note(env, {
    ...{ kind: 'proof', succeeded: !fault, file, sentence, tookMs: performance.now() - startedAt },
    ...(existsSync(file) && { bytes: statSync(file).size }),
  })
  if (fault && !isOfSite) throw fault
  console.log(sentence)
}

async function faultOf(work: () => Promise<void>): Promise<Error | undefined> {
  try {
    await work()
    return undefined
  } catch (fault) {
    return fault as Error
  }
}

/** For administrators; an archive may also be proved where there is no store. */
async function note(env: ApiEnv, run: ArchiveRun): Promise<void> {
  const store = await openBeside(env).catch(() => undefined)
  await store?.ask((client) => noteArchiveRun(client, run, new Date()))
}

/** The newest backup where they are made. @throws Error with one sentence if there is none. */
async function newestArchive(env: ApiEnv): Promise<string> {
  const where = env.BACKUP_TO ?? path.join(env.DATA_DIR, 'backups')
  const isBackup = (name: string) => /(^|\/)bytewise-backup-[^/]+\.zip$/.test(name)
  const none = new Error(`There is no backup in ${where}: npm run backup makes one`)
  if (where.startsWith('s3:')) {
    const { bucket, prefix } = readBucketAddress(where)
    const names = await openArchiveBucket({ ...storageOf(env), bucket }).list(`${prefix}bytewise-backup-`)
    const newest = names.filter(isBackup).at(-1)
    if (!newest) throw none
    return `s3://${bucket}/${newest}`
  }
  const names = existsSync(where) ? readdirSync(where).filter(isBackup).sort() : []
  const newest = names.at(-1)
  if (!newest) throw none
  return path.join(where, newest)
}

/** Brings an archive that is in a bucket here. */
async function fetchArchive(env: ApiEnv, address: string): Promise<{ file: string; remove: () => void }> {
  if (!address.startsWith('s3:')) return { file: path.resolve(address), remove: () => undefined }
  const { bucket, prefix } = readBucketAddress(address)
  const name = prefix.replace(/\/$/, '')
  const { folder, remove } = openWorkFolder(env.DATA_DIR, 'fetched')
  const file = path.join(folder, path.basename(name))
  try {
    await openArchiveBucket({ ...storageOf(env), bucket }).download(name, file)
  } catch (fault) {
    remove()
    throw fault
  }
  return { file, remove }
}

function secondsSince(startedAt: number): string {
  return `${Math.max(1, Math.round((performance.now() - startedAt) / 1000))} s`
}
