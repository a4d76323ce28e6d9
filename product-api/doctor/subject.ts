import type { Storage } from '#files/storage.ts'
import type { NewsletterSettings } from '#newsletters/settings.ts'
import type { Db } from '#platform/db/client.ts'
import type { SettingsOfSite } from '#platform/site-settings.ts'
import type { SharedCache } from '#runtime/shared-cache.ts'

export type DoctorSettings = {
  DATABASE_URL?: string | undefined
  SMTP_URL?: string | undefined
  REDIS_URL?: string | undefined
  SHARED_CACHE?: SharedCache | undefined
  BACKUP_TO?: string | undefined
  S3?: { endpoint: string; bucket: string } | undefined
  DATA_DIR: string
  PUBLIC_URL: string
  WORKER: 'on' | 'off' | 'none'
  BOUNCE_ADDRESS?: string | undefined
  BOUNCE_SMTP_PORT?: number | undefined
  BOUNCE_WEBHOOK_SECRET?: string | undefined
}

/** Everything that is examined: the settings, and what was opened by them. */
export type Subject = {
  settings: DoctorSettings
  /** The settings as they are written, and their names. */
  written: Record<string, string | undefined>
  settingNames: readonly string[]
  db: Db
  storage: Storage
  newsletters: NewsletterSettings
  site: Pick<SettingsOfSite, 'now'>
  now: () => Date
  provesBackups: boolean
  /** Whether this process polls for jobs; absent if another one does. */
  works?: (() => boolean) | undefined
  /** For tests: a clock in milliseconds by which an answer is timed, and the size of disks. */
  clockMs?: (() => number) | undefined
  statfs?: (folder: string) => Promise<Record<DiskFigure, number>>
}

type DiskFigure = 'bavail' | 'blocks' | 'bsize' | 'ffree' | 'files'
