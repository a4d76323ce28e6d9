import { podcasts } from '#contract/podcasts.ts'
import { readingList } from '#contract/reading-list.ts'
import { answerFile } from '#platform/http/answer-file.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint, linkNext } from '#platform/http/endpoint.ts'
import { notFound } from '#platform/problem.ts'
import { endPodcast, findPodcastOf, makePodcast, openFeed } from './private-podcast.ts'
import { findAudioFile } from './recording/audio-files.ts'
import { listPublicEpisodes } from './recording/episodes.ts'
import { narrateStory } from './recording/narrate-story.ts'
import {
  beginPodcast,
  cancelPodcast,
  changePodcast,
  deletePodcast,
  dismissPodcast,
  findJob,
  listJobs,
  listPodcasts,
  presentJob,
  presentPodcast,
  retryPodcast,
  waitForPodcast,
} from './recording/service.ts'

/** The calls for podcasts: texts read aloud, their files, and a reader's private podcast. */
export function podcastRoutes(api: Api): void {
  readingListRoutes(api)
  endpoint(api, podcasts.generate, async (ctx, { body, signal }) => {
    const { id } = await beginPodcast(ctx, body)
    return waitForPodcast(ctx, id, signal)
  })
  endpoint(api, podcasts.begin, async (ctx, { body }) => presentJob(await beginPodcast(ctx, body)))
  endpoint(api, podcasts.narrate, async (ctx, { params }) => presentJob(await narrateStory(ctx, params.id)))
  endpoint(api, podcasts.list, async (ctx, call) => {
    const { rows, nextCursor } = await listPodcasts(ctx, call.query)
    if (nextCursor) linkNext(call, ['limit'], nextCursor)
    return rows.map(presentPodcast)
  })
  endpoint(api, podcasts.public, (ctx) => listPublicEpisodes(ctx))
  endpoint(api, podcasts.jobs, async (ctx) => (await listJobs(ctx)).map(presentJob))
  endpoint(api, podcasts.job, async (ctx, { params }) => presentJob(await findJob(ctx, params.id)))
  endpoint(api, podcasts.cancel, async (ctx, { params }) => presentJob(await cancelPodcast(ctx, params.id)))
  endpoint(api, podcasts.retry, async (ctx, { params }) => presentJob(await retryPodcast(ctx, params.id)))
  endpoint(api, podcasts.dismiss, async (ctx, { params }) => {
    await dismissPodcast(ctx, params.id)
    return { message: 'Podcast deleted.' }
  })
  endpoint(api, podcasts.change, async (ctx, { params, body }) =>
    presentPodcast(await changePodcast(ctx, params.fileName, body)),
  )
  endpoint(api, podcasts.remove, async (ctx, { params }) => {
    await deletePodcast(ctx, params.fileName)
    return { message: 'The podcast was deleted.' }
  })
  endpoint(api, podcasts.audio, async (ctx, { params }) => {
    const file = await findAudioFile(ctx, params.file)
    if (!file) throw notFound('recording')
    const { tag, open, type, bytes } = file
    return answerFile(tag, open, { type, bytes })
  })
}

function readingListRoutes(api: Api): void {
  endpoint(api, readingList.podcast, (ctx) => findPodcastOf(ctx))
  endpoint(api, readingList.makePodcast, (ctx) => makePodcast(ctx))
  endpoint(api, readingList.endPodcast, (ctx) => endPodcast(ctx))
  endpoint(api, readingList.feed, (ctx, { params }) => openFeed(ctx, params.key))
}
