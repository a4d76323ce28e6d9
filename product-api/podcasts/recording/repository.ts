import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import type { TimePlace } from '#platform/db/paging.ts'
import { type Cue, podcastAudio, podcasts } from '#platform/db/tables/podcasts.ts'
import { contents } from '#platform/db/tables/stories.ts'

export type PodcastRow = typeof podcasts.$inferSelect
/** A podcast whose sound is ready; `story`: the one it reads, if any. */
export type ReadyRow = PodcastRow & {
  audio: { id: string; bytes: number; durationMs: number; madeAt: Date }
  story: { slug: string; title: string } | null
}
type NewPodcast = typeof podcasts.$inferInsert
/** One try of making a podcast. */
type Try = { id: string; run: number }

const readyColumns = {
  podcast: podcasts,
  audio: {
    id: podcastAudio.id,
    bytes: podcastAudio.bytes,
    durationMs: podcastAudio.durationMs,
    madeAt: podcastAudio.madeAt,
  },
  story: { slug: contents.slug, title: contents.title },
}

export async function insertPodcast(tx: Db, row: NewPodcast): Promise<PodcastRow> {
  const [inserted] = await tx.insert(podcasts).values(row).returning()
  return inserted as PodcastRow
}

export async function findPodcast(db: Db, id: string): Promise<PodcastRow | undefined> {
  const [row] = await db.select().from(podcasts).where(eq(podcasts.id, id))
  return row
}

export async function findPodcastForUpdate(tx: Db, id: string): Promise<PodcastRow | undefined> {
  const [row] = await tx.select().from(podcasts).where(eq(podcasts.id, id)).for('update')
  return row
}

export async function findNarrationForUpdate(tx: Db, contentId: string): Promise<PodcastRow | undefined> {
  const [row] = await tx.select().from(podcasts).where(eq(podcasts.contentId, contentId)).for('update')
  return row
}

/** Does nothing if the story has one. */
export async function insertNarration(tx: Db, row: NewPodcast): Promise<void> {
  await tx.insert(podcasts).values(row).onConflictDoNothing({ target: podcasts.contentId })
}

export async function findReadyByName(db: Db, fileName: string): Promise<ReadyRow | undefined> {
  const [row] = await selectReady(db).where(eq(podcasts.fileName, fileName))
  return row && readyRow(row)
}

export async function listReady(
  db: Db,
  { after, limit }: { after?: TimePlace | undefined; limit: number },
): Promise<ReadyRow[]> {
  const behind = after && sql`(${podcasts.createdAt}, ${podcasts.id}) < (${after.at.toISOString()}, ${after.id})`
  const rows = await selectReady(db)
    .where(and(isNotNull(podcasts.audioId), behind))
    .orderBy(desc(podcasts.createdAt), desc(podcasts.id))
    .limit(limit)
  return rows.map(readyRow)
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

/** Begins another try. */
export async function markWaiting(tx: Db, id: string, now: Date): Promise<PodcastRow | undefined> {
  const [row] = await tx
    .update(podcasts)
    .set({ state: 'waiting', run: sql`${podcasts.run} + 1`, failure: null, changedAt: now })
    .where(eq(podcasts.id, id))
    .returning()
  return row
}

/** @returns false if a later try has replaced this one, or it was cancelled. */
export async function markSpeaking(db: Db, { id, run }: Try, parts: number, now: Date): Promise<boolean> {
  const set = { state: 'speaking' as const, parts, partsDone: 0, spokenMs: 0, failure: null, changedAt: now }
  return updateTry(db, { id, run }, set)
}

export async function markProgress(
  db: Db,
  { id, run }: Try,
  { partsDone, spokenMs }: { partsDone: number; spokenMs: number },
  now: Date,
): Promise<boolean> {
  return updateTry(db, { id, run }, { partsDone, spokenMs, changedAt: now })
}

export async function markFailed(db: Db, { id, run }: Try, failure: string, now: Date): Promise<boolean> {
  return updateTry(db, { id, run }, { state: 'failed', failure, changedAt: now })
}

export async function markDone(tx: Db, { id, run }: Try, audioId: string, now: Date): Promise<boolean> {
  const done = { state: 'done' as const, audioId, failure: null, changedAt: now, partsDone: sql`${podcasts.parts}` }
  if (!(await updateTry(tx, { id, run }, done))) return false
  const isReplaced = and(eq(podcastAudio.podcastId, id), ne(podcastAudio.id, audioId), isNull(podcastAudio.replacedAt))
  await tx.update(podcastAudio).set({ replacedAt: now }).where(isReplaced)
  return true
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

export async function updatePodcast(
  tx: Db,
  id: string,
  change: Partial<Pick<PodcastRow, 'title' | 'description' | 'publishedAt'>>,
): Promise<void> {
  await tx.update(podcasts).set(change).where(eq(podcasts.id, id))
}

export async function deletePodcast(tx: Db, id: string): Promise<void> {
  await tx.delete(podcasts).where(eq(podcasts.id, id))
}

export async function insertAudio(
  db: Db,
  row: { id: string; podcastId: string; bytes: number; durationMs: number; cues: Cue[]; madeAt: Date },
): Promise<void> {
  await db.insert(podcastAudio).values(row)
}

/** An audio file, if its podcast exists and the story that it reads is public. */
export async function findAudio(db: Db, id: string): Promise<typeof podcastAudio.$inferSelect | undefined> {
  const isStoryPublic = or(isNull(podcasts.contentId), sql`not ${contents.isDraft} and ${contents.deletedAt} is null`)
  const [row] = await db
    .select({ audio: podcastAudio })
    .from(podcastAudio)
    .innerJoin(podcasts, eq(podcasts.id, podcastAudio.podcastId))
    .leftJoin(contents, eq(contents.id, podcasts.contentId))
    .where(and(eq(podcastAudio.id, id), isStoryPublic))
  return row?.audio
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
  return db
    .select(readyColumns)
    .from(podcasts)
    .innerJoin(podcastAudio, eq(podcastAudio.id, podcasts.audioId))
    .leftJoin(contents, eq(contents.id, podcasts.contentId))
    .$dynamic()
}

function readyRow({ podcast, audio, story }: Awaited<ReturnType<typeof selectReady>>[number]): ReadyRow {
  return { ...podcast, audio, story }
}

async function updateTry(db: Db, { id, run }: Try, set: object): Promise<boolean> {
  const counts = and(eq(podcasts.id, id), eq(podcasts.run, run), inArray(podcasts.state, ['waiting', 'speaking']))
  const rows = await db.update(podcasts).set(set).where(counts).returning({ id: podcasts.id })
  return rows.length > 0
}
