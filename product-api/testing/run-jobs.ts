import { type JobContext, runJob } from '#platform/queue/handlers.ts'
import type { OpenQueue } from '#platform/queue/queue.ts'
import { queueNames } from '#platform/queue/queues.ts'
import { jobHandlers } from '#start/job-handlers.ts'

const jobsMost = 10_000

/**
 * Runs the ready jobs, and those that they enqueue, one after the other; `later`: scheduled ones too.
 * @throws the error of the first job that fails.
 */
export async function runJobs(
  { engine }: OpenQueue,
  context: JobContext,
  { later }: { later: boolean },
): Promise<void> {
  for (let done = 0; done < jobsMost; done++) {
    const job = await fetchOne(engine, later)
    if (!job) return
    await runJob(context, jobHandlers, job.data)
    await engine.complete(job.name, job.id)
  }
  throw new Error('The jobs come to no end: one of them enqueues itself again')
}

async function fetchOne(engine: OpenQueue['engine'], later: boolean) {
  for (const name of queueNames) {
    const [job] = await engine.fetch(name, { ignoreStartAfter: later })
    if (job) return job
  }
  return undefined
}
