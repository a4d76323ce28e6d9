import { readingList } from '#contract/reading-list.ts'
import type { Api } from '../http/api.ts'
import { endpoint } from '../http/endpoint.ts'
import { endPodcast, findPodcastOf, makePodcast, openFeed } from './service.ts'

export function readingListRoutes(api: Api): void {
  endpoint(api, readingList.podcast, (ctx) => findPodcastOf(ctx))
  endpoint(api, readingList.makePodcast, (ctx) => makePodcast(ctx))
  endpoint(api, readingList.endPodcast, (ctx) => endPodcast(ctx))
  endpoint(api, readingList.feed, (ctx, { params }) => openFeed(ctx, params.key))
}
