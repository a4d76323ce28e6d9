import { access, constants, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { dayMs } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import { durationInWords } from '#platform/duration-in-words.ts'
import { bad, type Finding, type Found, formatBytes, good, hint } from '../findings.ts'
import type { Subject } from '../subject.ts'

type ArchiveRun = { succeeded: boolean; endedAt: Date; file: string; bytes: number | null; sentence: string }

const oldDays = 8
const prove = 'Run: npm run restore -- --check'

export async function checkBackups(subject: Subject): Promise<Found> {
  const { settings, db, now, provesBackups } = subject
  const [backup, proof] = [await findLatestRun(db, 'backup'), await findLatestRun(db, 'proof')]
  const ago = ({ endedAt }: ArchiveRun) => {
    const seconds = Math.round((now().getTime() - endedAt.getTime()) / 1000)
    return seconds < 60 ? 'just now' : `${durationInWords(seconds)} ago`
  }
  const facts = [
    ...(backup ? [`${backup.file}, ${formatBytes(backup.bytes ?? 0)}`] : []),
    ...(proof ? [`${proof.file === backup?.file ? '' : `${proof.file} `}proved ${ago(proof)}`] : []),
    provesBackups
      ? 'the newest is proved every week'
      : `none is proved by itself${settings.BACKUP_TO ? '' : ' (BACKUP_TO)'}`,
  ]
  const findings = await checkFolder(settings, backup)
  if (proof && !proof.succeeded) {
    const advice = `Make another one (npm run backup), and prove it. ${prove}`
    findings.push(bad('backup-broken', `The last proof failed. ${proof.sentence}.`, advice))
  }
  if (!backup) {
    findings.push(
      hint('backup-missing', 'No backup has been made yet.', 'Run: npm run backup, and let it run every night.'),
    )
    return { findings, facts }
  }
  const made = `The last backup was made ${ago(backup)}`
  if (now().getTime() - backup.endedAt.getTime() > oldDays * dayMs) {
    findings.push(bad('backup-old', `${made}.`, 'See why “npm run backup” doesn’t run every night, and run it now.'))
  }
  if (!proof) findings.push(hint('backup-unproved', `${made}, and none has been proved.`, prove))
  else findings.push(good('backup-proved', `${made}. The last proof found: ${proof.sentence}.`))
  return { findings, facts }
}

/** Checks the folder that backups go to. */
async function checkFolder(
  { BACKUP_TO: folder, DATA_DIR }: Subject['settings'],
  latest: ArchiveRun | undefined,
): Promise<Finding[]> {
  if (folder?.startsWith('s3://')) return []
  if (folder) {
    try {
      await access(folder, constants.W_OK)
    } catch {
      const sentence = `Backups can’t be written to ${folder} (BACKUP_TO).`
      return [
        bad('backup-nowhere', sentence, 'Make the folder, mount its disk, or let the site’s account write to it.'),
      ]
    }
    const { bavail, bsize } = await statfs(folder)
    const [free, needed] = [bavail * bsize, latest?.bytes ?? 0]
    if (free < needed) {
      const sentence = `${folder} has no room for another backup: ${formatBytes(free)} are free, and the last one took ${formatBytes(needed)}.`
      return [bad('backup-no-room', sentence, 'Move old backups away, or enlarge the disk.')]
    }
  }
  // It may have been made with `--to` another place.
  const device = latest && (await deviceOf(path.join(folder ?? path.join(DATA_DIR, 'backups'), latest.file)))
  if (device === undefined || device !== (await deviceOf(DATA_DIR))) return []
  const sentence = 'Backups are on the same disk as the data, and would be lost with it.'
  return [hint('backup-same-disk', sentence, 'Set BACKUP_TO to another disk or to a bucket: s3://bucket/folder.')]
}

async function deviceOf(file: string): Promise<number | undefined> {
  return (await stat(file).catch(() => undefined))?.dev
}

async function findLatestRun(db: Db, kind: 'backup' | 'proof'): Promise<ArchiveRun | undefined> {
  const { rows } = await db.execute<Omit<ArchiveRun, 'endedAt'> & { endedAt: string }>(sql`
    select succeeded, ended_at as "endedAt", file, bytes::float8 as bytes, sentence
    from archive_runs where kind = ${kind} order by ended_at desc limit 1`)
  const [run] = rows
  return run && { ...run, endedAt: new Date(run.endedAt) }
}
