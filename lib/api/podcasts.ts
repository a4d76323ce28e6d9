import { type Episode, podcasts } from '#contract/podcasts.ts'
import { readingList } from '#contract/reading-list.ts'
import { call, callPublic } from './client.ts'

/** The public podcast feed, newest first. */
export async function listPublicEpisodes(): Promise<Episode[]> {
  return (await callPublic(podcasts.public, {})).body
}

/**
 * A private podcast's stories and owner. Never kept.
 * @throws ApiFailure with status 404 for a key that opens nothing.
 */
export async function openReadingListFeed(key: string): Promise<{ name: string; episodes: Episode[] }> {
  return (await call(readingList.feed, { params: { key } }, {})).body
}
