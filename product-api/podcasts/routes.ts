import { podcasts } from '#contract/podcasts.ts'
import { FileAnswer } from '../http/answer-file.ts'
import type { Api } from '../http/api.ts'
import { endpoint } from '../http/endpoint.ts'
import { linkNext } from '../http/links.ts'
import { Problem } from '../problem.ts'
import { beginPodcast } from './begin-podcast.ts'
import { cancelPodcast, dismissPodcast, findJob, retryPodcast } from './control-podcast.ts'
import { listPublicEpisodes } from './episodes.ts'
import { findAudioFile } from './find-audio.ts'
import { narrateStory } from './narrate-story.ts'
import { presentJob, presentPodcast } from './present.ts'
import { changePodcast, deletePodcast, listJobs, listPodcasts } from './service.ts'
import { waitForPodcast } from './wait-for-podcast.ts'

export function podcastRoutes(api: Api): void {
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
    return { message: 'It has been removed.' }
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
    if (!file) throw new Problem('not_found', { detail: 'We can’t find this recording.' })
    const { tag, open, type, bytes } = file
    return new FileAnswer(tag, open, { type, bytes })
  })
}
