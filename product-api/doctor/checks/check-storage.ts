import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { at, bad, type Found, formatBytes, good, reasonOf } from '../findings.ts'
import type { Subject } from '../subject.ts'

/** Always the same name, so that interrupted checks leave one file at most. */
const name = 'system-check'

/** Writes a file, reads it and deletes it. */
export async function checkStorage({ settings: { S3, DATA_DIR }, db, storage }: Subject): Promise<Found> {
  const where = S3 ? `The bucket ${S3.bucket}${at(S3.endpoint)}` : 'The folder of uploads'
  const advice = S3
    ? 'Correct the four settings S3_…, and give the key the right to write, read and delete in the bucket.'
    : `See that ${DATA_DIR}/uploads can be written to, and that its disk has room.`
  const sent = randomBytes(16)
  let isSame: boolean
  try {
    await storage.put(name, sent, 'application/octet-stream')
    const found = await storage.get(name)
    isSame = found !== undefined && (await buffer(found.content)).equals(sent)
    await storage.delete(name)
  } catch (fault) {
    return { findings: [bad('storage-broken', `${where} isn’t working${reasonOf(fault)}.`, advice)] }
  }
  if (!isSame) {
    const sentence = `${where} doesn’t return the files it was given.`
    return { findings: [bad('storage-forgetful', sentence, advice)] }
  }
  return { findings: [good('storage-works', `${where} accepts files.`)], facts: await measure(db).catch(() => []) }
}

async function measure(db: Db): Promise<string[]> {
  const { files, bytes, isAll } = await measureFiles(db, 'uploads')
  const speech = await measureFiles(db, 'podcast_audio', 'speech_segments')
  const count = `${isAll ? '' : 'more than '}${files.toLocaleString('en-GB')} ${files === 1 ? 'picture' : 'pictures'}`
  return [
    `${count}, ${formatBytes(bytes)} in their largest size`,
    `${formatBytes(speech.bytes)} of speech${speech.isAll ? '' : ' and more'}`,
  ]
}

const countedMost = 100_000

/** Counts stored files and sums up their sizes, up to a hundred thousand of each table. */
async function measureFiles(db: Db, ...tables: string[]): Promise<{ files: number; bytes: number; isAll: boolean }> {
  const counted = tables.map((table) => sql`(select bytes from ${sql.identifier(table)} limit ${countedMost})`)
  const { rows } = await db.execute<{ files: number; bytes: number }>(sql`
    select count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes
    from (${sql.join(counted, sql` union all `)}) as counted`)
  const { files, bytes } = rows[0] ?? { files: 0, bytes: 0 }
  return { files, bytes, isAll: files < countedMost }
}
