import { jobHandlers } from '../job-handlers.ts'
import { queueName } from '../queue/engine.ts'
import { doJob, type JobContext } from '../queue/handlers.ts'
import type { OpenQueue } from '../queue/queue.ts'

const jobsMost = 10_000

/**
 * Does what waits in a queue, and what that enqueues, one job after the other; `later`: those too that wait for their time.
 * @throws Error of the first job that fails.
 */
export async function runJobs(
  { engine }: OpenQueue,
  context: JobContext,
  { later }: { later: boolean },
): Promise<void> {
  for (let done = 0; done < jobsMost; done++) {
    const [waiting] = await engine.fetch(queueName, { ignoreStartAfter: later })
    if (!waiting) return
    await doJob(context, jobHandlers, waiting.data)
    await engine.complete(queueName, waiting.id)
  }
  throw new Error('The jobs come to no end: one of them enqueues itself again')
}
