import {
  and,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import type { TimePlace } from '#platform/db/paging.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { podcastAudio, podcasts } from '#platform/db/tables/podcasts.ts'
import { contents } from '#platform/db/tables/stories.ts'

export type PodcastRow = typeof podcasts.$inferSelect
/** A podcast whose sound is ready; `story`: the one it reads, if any. */
export type ReadyRow = Awaited<ReturnType<typeof selectReady>>[number]
type NewPodcast = typeof podcasts.$inferInsert
const lookedAtMost = 2_000
/** One try of making a podcast. */
type Try = { id: string; run: number }

/** False for a story whose author doesn't want it to be read aloud. */
const mayBeHeard = sql`${users.mayBeNarrated} is not false`

export async function insertPodcast(tx: Db, row: NewPodcast): Promise<PodcastRow> {
  const [inserted] = await tx.insert(podcasts).values(row).returning()
  return inserted as PodcastRow
}

export async function findPodcast(db: Db, id: string): Promise<PodcastRow | undefined> {
  const [row] = await db.select().from(podcasts).where(eq(podcasts.id, id))
  return row
}

/** Locks a podcast until the transaction ends: by its own id, or by the story that it reads. */
export async function findForUpdate(
  tx: Db,
  column: 'id' | 'contentId',
  value: string,
): Promise<PodcastRow | undefined> {
  const [row] = await tx.select().from(podcasts).where(eq(podcasts[column], value)).for('update')
  return row
}

/** Does nothing if the story has one. */
export async function insertNarration(tx: Db, row: NewPodcast): Promise<void> {
  await tx.insert(podcasts).values(row).onConflictDoNothing({ target: podcasts.contentId })
}

export async function findReadyByName(db: Db, fileName: string): Promise<ReadyRow | undefined> {
  const [row] = await selectReady(db).where(eq(podcasts.fileName, fileName))
  return row
}

export async function listReady(
  db: Db,
  { after, limit }: { after?: TimePlace | undefined; limit: number },
): Promise<ReadyRow[]> {
  const behind = after && sql`(${podcasts.createdAt}, ${podcasts.id}) < (${after.at.toISOString()}, ${after.id})`
  return selectReady(db)
    .where(and(isNotNull(podcasts.audioId), mayBeHeard, behind))
    .orderBy(desc(podcasts.createdAt), desc(podcasts.id))
    .limit(limit)
}

/** Podcasts that wait, are being made, failed or were cancelled. */
export async function listUnfinished(db: Db, limit: number): Promise<PodcastRow[]> {
  return db
    .select()
    .from(podcasts)
    .where(ne(podcasts.state, 'done'))
    .orderBy(desc(podcasts.createdAt), desc(podcasts.id))
    .limit(limit)
}

/** Stories without a narration whose authors allow one, the newest first; only the newest thousands are looked at. */
export async function listUnnarrated(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select newest.id from (
      select id, author_id, published_at from contents where not is_draft and deleted_at is null
      order by published_at desc, id desc limit ${lookedAtMost}
    ) newest left join users u on u.id = newest.author_id
    where u.may_be_narrated is not false and not exists (select from podcasts p where p.content_id = newest.id)
    order by newest.published_at desc, newest.id desc limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Published stories whose podcasts have no sound any more, and whose authors allow one. */
export async function listSoundless(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select c.id from podcasts p join contents c on c.id = p.content_id left join users u on u.id = c.author_id
    where p.state = 'done' and p.audio_id is null and not c.is_draft and c.deleted_at is null
      and u.may_be_narrated is not false
    order by c.published_at desc, c.id desc limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Begins another try. */
export async function markWaiting(tx: Db, id: string, now: Date): Promise<PodcastRow | undefined> {
  const [row] = await tx
    .update(podcasts)
    .set({ state: 'waiting', run: sql`${podcasts.run} + 1`, failure: null, changedAt: now })
    .where(eq(podcasts.id, id))
    .returning()
  return row
}

/** @returns false if a later try has replaced this one, or it was cancelled; the same of the marks that follow. */
export async function markSpeaking(db: Db, attempt: Try, now: Date): Promise<boolean> {
  return updateTry(db, attempt, { state: 'speaking', failure: null, changedAt: now })
}

type Progress = { parts?: number; partsDone: number; spokenMs: number }

export async function markProgress(db: Db, attempt: Try, progress: Progress, now: Date): Promise<boolean> {
  return updateTry(db, attempt, { ...progress, changedAt: now })
}

export async function markFailed(db: Db, attempt: Try, failure: string, now: Date): Promise<boolean> {
  return updateTry(db, attempt, { state: 'failed', failure, changedAt: now })
}

export async function markDone(tx: Db, attempt: Try, audioId: string, now: Date): Promise<boolean> {
  const done = { state: 'done', audioId, failure: null, changedAt: now, partsDone: sql`${podcasts.parts}` }
  if (!(await updateTry(tx, attempt, done))) return false
  await markReplaced(tx, and(eq(podcastAudio.podcastId, attempt.id), ne(podcastAudio.id, audioId)), now)
  return true
}

/** Ends the try under way too. Done, so that nobody is asked to try again; without sound, it is in no list. */
export async function markSoundless(tx: Db, id: string, now: Date): Promise<void> {
  await tx
    .update(podcasts)
    .set({ state: 'done', audioId: null, failure: null, changedAt: now })
    .where(eq(podcasts.id, id))
  await markReplaced(tx, eq(podcastAudio.podcastId, id), now)
}

async function markReplaced(tx: Db, which: SQL | undefined, now: Date): Promise<void> {
  await tx
    .update(podcastAudio)
    .set({ replacedAt: now })
    .where(and(which, isNull(podcastAudio.replacedAt)))
}

/** @returns the podcast if it was being made. */
export async function markCancelled(db: Db, id: string, now: Date): Promise<PodcastRow | undefined> {
  const [row] = await db
    .update(podcasts)
    .set({ state: 'cancelled', changedAt: now })
    .where(and(eq(podcasts.id, id), inArray(podcasts.state, ['waiting', 'speaking'])))
    .returning()
  return row
}

type Change = { title?: string | undefined; description?: string | undefined; publishedAt?: Date | null | undefined }

/** Sets what is not undefined. */
export async function updatePodcast(tx: Db, id: string, change: Change): Promise<void> {
  await tx.update(podcasts).set(change).where(eq(podcasts.id, id))
}

export async function deletePodcast(tx: Db, id: string): Promise<void> {
  await tx.delete(podcasts).where(eq(podcasts.id, id))
}

export async function insertAudio(db: Db, row: typeof podcastAudio.$inferInsert): Promise<void> {
  await db.insert(podcastAudio).values(row)
}

/** An audio file, if its podcast exists, and the story that it reads is public and may be read aloud. */
export async function findAudio(db: Db, id: string): Promise<typeof podcastAudio.$inferSelect | undefined> {
  const isStoryPublic = or(isNull(podcasts.contentId), sql`not ${contents.isDraft} and ${contents.deletedAt} is null`)
  const [row] = await db
    .select({ audio: podcastAudio })
    .from(podcastAudio)
    .innerJoin(podcasts, eq(podcasts.id, podcastAudio.podcastId))
    .leftJoin(contents, eq(contents.id, podcasts.contentId))
    .leftJoin(users, eq(users.id, contents.authorId))
    .where(and(eq(podcastAudio.id, id), isStoryPublic, mayBeHeard))
  return row?.audio
}

/** The lines that an audio file says; undefined if there is none. */
export async function listLines(db: Db, audioId: string): Promise<string[] | undefined> {
  const [row] = await db.select({ cues: podcastAudio.cues }).from(podcastAudio).where(eq(podcastAudio.id, audioId))
  return row?.cues.map(({ text }) => text)
}

/** Audio files that no podcast has used since then; one that never was a podcast's counts from when it was made. */
export async function listUnusedAudio(db: Db, { unusedSince, limit }: { unusedSince: Date; limit: number }) {
  const pointing = db.select({ one: sql`1` }).from(podcasts).where(eq(podcasts.audioId, podcastAudio.id))
  const { madeAt, replacedAt } = podcastAudio
  const isOld = and(lt(madeAt, unusedSince), or(isNull(replacedAt), lt(replacedAt, unusedSince)))
  const rows = await db
    .select({ id: podcastAudio.id })
    .from(podcastAudio)
    .where(and(isOld, notExists(pointing)))
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function deleteAudio(db: Db, id: string): Promise<void> {
  await db.delete(podcastAudio).where(eq(podcastAudio.id, id))
}

function selectReady(db: Db) {
  const { id, bytes, durationMs, madeAt } = podcastAudio
  return db
    .select({
      ...getTableColumns(podcasts),
      audio: { id, bytes, durationMs, madeAt },
      story: { slug: contents.slug, title: contents.title },
    })
    .from(podcasts)
    .innerJoin(podcastAudio, eq(podcastAudio.id, podcasts.audioId))
    .leftJoin(contents, eq(contents.id, podcasts.contentId))
    .leftJoin(users, eq(users.id, contents.authorId))
    .$dynamic()
}

async function updateTry(db: Db, { id, run }: Try, set: object): Promise<boolean> {
  const counts = and(eq(podcasts.id, id), eq(podcasts.run, run), inArray(podcasts.state, ['waiting', 'speaking']))
  const rows = await db.update(podcasts).set(set).where(counts).returning({ id: podcasts.id })
  return rows.length > 0
}
