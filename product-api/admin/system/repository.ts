import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'

export async function measureDatabase(db: Db): Promise<{ version: string; bytes: number }> {
  const { rows } = await db.execute<{ version: string; bytes: number }>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes`)
  return rows[0] ?? { version: '', bytes: 0 }
}

const countedMost = 100_000

/** The pictures that were uploaded; more than a hundred thousand are not counted. */
export async function measureUploads(db: Db): Promise<{ pictures: number; bytes: number; isAll: boolean }> {
  const { rows } = await db.execute<{ pictures: number; bytes: number }>(sql`
    select count(*)::int as pictures, coalesce(sum(bytes), 0)::float8 as bytes
    from (select bytes from uploads limit ${countedMost}) as counted`)
  const { pictures, bytes } = rows[0] ?? { pictures: 0, bytes: 0 }
  return { pictures, bytes, isAll: pictures < countedMost }
}

/** The speech that is kept, files and spoken sentences; of each no more than a hundred thousand are counted. */
export async function measureSpeech(db: Db): Promise<{ bytes: number; isAll: boolean }> {
  const { rows } = await db.execute<{ files: number; bytes: number }>(sql`
    select count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes from (
      (select bytes from podcast_audio limit ${countedMost})
      union all (select bytes from speech_segments limit ${countedMost})
    ) as counted`)
  const { files, bytes } = rows[0] ?? { files: 0, bytes: 0 }
  return { bytes, isAll: files < countedMost }
}
