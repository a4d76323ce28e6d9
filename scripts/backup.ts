import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { noteArchiveRun } from '#archive/archive-runs.ts'
import { openKey } from '#archive/encryption.ts'
import type { Manifest } from '#archive/manifest.ts'
import { writeArchive } from '#archive/write-archive.ts'
import { webSettingNames } from '#lib/env.ts'
import { openStorage } from '#product-api/files/open-storage.ts'
import type { Db } from '#product-api/platform/db/client.ts'
import { openBeside } from '#product-api/platform/db/open-beside.ts'
import { apiSettingNames } from '#product-api/start/env.ts'
import { settingsIn } from '#product-api/start/settings-from-env.ts'
import { runProgram } from '#runtime/run-program.ts'
import { backupKey } from './archive/backup-key.ts'
import { orFullDisk } from './archive/full-disk.ts'
import { numberOf, openProgress } from './archive/progress.ts'
import { openTarget } from './archive/target.ts'
import { keptSecrets, readStoreSettings } from './start/settings.ts'

/**
 * `npm run backup [-- --to DIR | s3://bucket/folder]`: archives everything, with its secrets encrypted, while the site
 * runs or not. `npm run export` leaves the secrets out, unless `--with-secrets` is given, and writes into the working
 * folder. docs/archive.md describes the file. Given again after an interruption, it goes on where it was.
 */
await runProgram(async () => {
  const { values } = parseArgs({
    options: { export: { type: 'boolean' }, 'with-secrets': { type: 'boolean' }, to: { type: 'string' } },
  })
  const startedAt = performance.now()
  process.umask(0o077)
  const { env, publicUrl } = readStoreSettings()
  const hasSecrets = !values.export || values['with-secrets'] === true
  const store = await openBeside(env)
  const target = openTarget(env, values.to ?? (values.export ? '.' : env.BACKUP_TO))
  const file = path.join(target.folder, `bytewise-${values.export ? 'export' : 'backup'}-${timeInName()}.zip`)
  const secret = hasSecrets ? backupKey(env) : undefined
  // Shown before anything can fail: it is never shown again.
  if (secret?.isNew) {
    console.log(`The key of the secrets in your backups, shown only this once: ${secret.key}`)
    console.log('Keep it apart from the backups: nobody can restore passwords and sessions without it.')
  }
  const site = await store.ask((client) => settingsIn(drizzle(client) as Db, env))
  const progress = openProgress()
  const write = () =>
    writeArchive(file, {
      store,
      storage: openStorage(env),
      key: secret && openKey(secret.key),
      secretSettings: keptSecrets(env.DATA_DIR),
      product: { name: site.now.name, url: publicUrl },
      made: { by: programVersion(), settings: setSettings() },
      now: () => new Date(),
      onProgress: progress.show,
    })
  const advice = 'the archive is not finished; make room and give the command again, and it goes on where it was'
  const manifest = await orFullDisk(target.folder, advice, write)
  const { size } = statSync(file)
  const place = await target.deliver(file, progress.show).catch((cause: Error) => {
    throw new Error(`${cause.message}. The archive is ${file}; the next backup to the same place sends it too`, {
      cause,
    })
  })
  progress.end()
  const tookMs = performance.now() - startedAt
  const note = (client: pg.Client) =>
    noteArchiveRun(
      client,
      {
        kind: values.export ? 'export' : 'backup',
        succeeded: true,
        file,
        bytes: size,
        tookMs,
        sentence: inWords(manifest),
      },
      new Date(),
    )
  await store.ask(note).catch((fault: Error) => console.error(`The System page won’t show it: ${fault.message}`))
  console.log(`${place}: ${inWords(manifest)}, ${(size / 1e6).toFixed(1)} MB, in ${(tookMs / 1000).toFixed(1)} s`)
  if (manifest.files.missing.length > 0) {
    const names = manifest.files.missing.slice(0, 5).join(', ')
    console.log(`${manifest.files.missing.length} files that the database names are not in the storage: ${names}`)
  }
})

function inWords({ stories, parts, files, key }: Manifest): string {
  const rows = parts.reduce((sum, part) => sum + (part.isSecret ? 0 : part.rows), 0)
  const counts = [`${numberOf(stories)} stories`, `${numberOf(rows)} rows`, `${numberOf(files.rows)} files`]
  return [...counts, key ? 'with secrets' : 'without secrets'].join(', ')
}

/** E.g. `2026-11-28T09-12-44Z`: without colons, which not every file system allows. */
function timeInName(): string {
  return new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
}

/** The names of the settings that are set, without their values. */
function setSettings(): string[] {
  return [...new Set([...apiSettingNames, ...webSettingNames])].filter((name) => process.env[name]).sort()
}

function programVersion(): string {
  return (JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string })
    .version
}
