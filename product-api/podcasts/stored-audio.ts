import { asc } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { podcastAudio } from '#platform/db/tables/podcasts.ts'

/** The name of a podcast's file in the storage. */
export function audioName(id: string): string {
  return `audio/${id.slice(0, 2)}/${id}.mp3`
}

/** The names of all audio files in the storage. */
export async function listStoredAudio(db: Db): Promise<string[]> {
  const rows = await db.select({ id: podcastAudio.id }).from(podcastAudio).orderBy(asc(podcastAudio.id))
  return rows.map(({ id }) => audioName(id))
}
