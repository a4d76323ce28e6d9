import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { type TryOptions, tryJob } from './try-job.ts'

/** A slot waits to be woken; this look of its own is only for what should never happen. */
const pollSeconds = 10 * 60

type SlotOptions = TryOptions & {
  name: string
  count: number
  stopping: AbortSignal
  /** The ids of the jobs that this process does right now. */
  underWay: Set<string>
}

/**
 * Opens the slots of one queue: each does one job at a time, and settles it before it fetches the next.
 * @returns what lets one of them look for a job; as long as there are some, it wakes the others.
 */
export async function openSlots(
  engine: PgBoss,
  { name, count, stopping, underWay, ...options }: SlotOptions,
): Promise<() => void> {
  const idle = new Set<string>()
  const wake = () => {
    const [next] = idle
    if (next) engine.notifyWorker(next)
  }
  const settings = {
    batchSize: 1,
    pollingIntervalSeconds: pollSeconds,
    perJobResults: true,
    includeMetadata: true,
  } as const
  for (let slot = 0; slot < count; slot++) {
    const id = await engine.work(name, settings, async ([job]: JobWithMetadata<object>[]) => {
      if (!job) return []
      idle.delete(id)
      // If there was one, there may be more. It also covers a slot that was woken while it fetched this job.
      wake()
      underWay.add(job.id)
      const result = await tryJob(job, options, stopping).finally(() => underWay.delete(job.id))
      idle.add(id)
      engine.notifyWorker(id)
      return [result]
    })
    idle.add(id)
  }
  return wake
}
