import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { Episode } from './podcasts.ts'

/** A reader's saved stories as a podcast, at an address that no one else knows. */
const ReadingListPodcast = z.object({
  url: z.string().nullable().default(null).describe('of the feed, whole; null if there is none'),
  episodes: z.int().describe('that can be heard'),
  saved: z.int().default(0).describe('stories that could be in it: the last hundred saved'),
  under_way: z.int().default(0).describe('of these, how many are being read aloud or waiting for it'),
  percent: z.int().default(0).describe('of the sentences of those under way that are spoken'),
})
export type ReadingListPodcast = z.infer<typeof ReadingListPodcast>

export const readingList = defineEndpoints({
  podcast: {
    call: 'GET /reading-list/podcast',
    summary: 'The private podcast of the caller’s saved stories',
    response: ReadingListPodcast,
    auth: 'user',
  },
  makePodcast: {
    call: 'POST /reading-list/podcast',
    summary: 'Creates it; if it exists, gives it a new address, and the old one stops working',
    response: ReadingListPodcast,
    auth: 'user',
    problems: ['too_many_requests'],
  },
  endPodcast: {
    call: 'DELETE /reading-list/podcast',
    summary: 'Ends it: its address stops working',
    response: ReadingListPodcast,
    auth: 'user',
  },
  feed: {
    call: 'GET /reading-list/podcast/:key',
    summary: 'The contents of a private podcast, by the key in its address',
    params: z.object({ key: z.string().max(200) }),
    response: z.object({ name: z.string().describe('whose it is'), episodes: z.array(Episode) }),
    problems: ['not_found'],
    neverFromBrowser: 'The web makes the feed from it.',
    hasSecretPath: true,
  },
})
