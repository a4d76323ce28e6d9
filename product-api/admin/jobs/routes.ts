import { administration } from '#contract/administration.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint, linkNext } from '#platform/http/endpoint.ts'
import { presentJob } from './present.ts'
import { countJobs, discardJob, listTroubledJobs, retryJob, retryQueue } from './service.ts'

/** Queues and failed jobs, for administrators. */
export function jobRoutes(api: Api): void {
  endpoint(api, administration.queues, (ctx) => countJobs(ctx))
  endpoint(api, administration.jobs, async (ctx, call) => {
    const { rows, nextCursor } = await listTroubledJobs(ctx, call.query)
    if (nextCursor) linkNext(call, ['state', 'limit'], nextCursor)
    return rows.map(presentJob)
  })
  endpoint(api, administration.retryJob, async (ctx, { params }) => {
    await retryJob(ctx, params.id)
    return { message: 'The job will run straight away.' }
  })
  endpoint(api, administration.retryQueue, async (ctx, { params }) => ({ count: await retryQueue(ctx, params.queue) }))
  endpoint(api, administration.discardJob, async (ctx, { params }) => {
    await discardJob(ctx, params.id)
    return { message: 'The job has been discarded.' }
  })
}
