import { z } from 'zod'

/** The version of the format (docs/archive.md). A reader refuses newer ones. */
export const formatVersion = 1

const sum = z.string().regex(/^[0-9a-f]{64}$/)

const PartRecord = z.object({
  file: z.string(),
  table: z.string(),
  columns: z.array(z.string()),
  isSecret: z.boolean(),
  rows: z.int(),
  /** SHA-256 of the lines; of a secret part, HMAC-SHA-256 with its key. */
  sum,
})

export const Manifest = z.object({
  format: z.literal('bytewise-archive'),
  version: z.int(),
  /** When and by what it was made; two archives of the same content differ in this alone. */
  made: z.object({
    at: z.iso.datetime(),
    by: z.string(),
    database: z.string(),
    /** The settings that were set, without their values. */
    settings: z.array(z.string()),
  }),
  product: z.object({ name: z.string(), url: z.string() }),
  /** The migrations of the database, in their order. */
  migrations: z.array(z.object({ name: z.string(), checksum: sum })),
  parts: z.array(PartRecord),
  /** Secrets that are no rows, such as that of the sessions' cookies; null if there are none. */
  settings: z.object({ file: z.string(), rows: z.int(), sum }).nullable(),
  jobs: z.object({ file: z.string(), rows: z.int(), sum }),
  files: z.object({
    file: z.string(),
    rows: z.int(),
    bytes: z.int(),
    sum,
    /** Files that the database names and the storage did not have. */
    missing: z.array(z.string()),
  }),
  /** Published stories, each of which has a page. */
  stories: z.int(),
  /** The name of the key that the secret parts are encrypted with; null if there are none. */
  key: z.string().nullable(),
})
export type Manifest = z.infer<typeof Manifest>

/** A line about a stored file. */
export const FileLine = z.object({ name: z.string(), file: z.string(), bytes: z.int(), sum })

/** A line about a secret setting. */
export const SettingLine = z.object({ name: z.string(), value: z.string() })

/** A line about a waiting job. */
export const JobLine = z.object({ job: z.string(), payload: z.unknown(), startAfter: z.string().nullable() })
