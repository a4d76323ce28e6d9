import type { TroubledJob } from '#contract/administration.ts'
import { isId } from '#platform/db/id.ts'
import { describeFailure } from '#platform/queue/handlers.ts'
import type { JobRecord } from '#platform/queue/job-records.ts'
import { nameOfJob } from '#platform/queue/jobs.ts'

const failureMost = 500

/** The ids in a job's payload that may be shown; other parts may contain personal data. */
const kinds = { userId: 'user', contentId: 'story', sendId: 'send', subscriberId: 'subscriber' } as const

export function presentJob(job: JobRecord): TroubledJob {
  const { id, queue, data, state, tries, createdAt, failedAt, nextTryAt, output } = job
  return {
    ...{ _id: id, queue, job: nameOfJob(data) ?? 'unknown', about: aboutOf(data), state, tries },
    created_at: createdAt.toISOString(),
    failed_at: state === 'failed' ? (failedAt?.toISOString() ?? null) : null,
    next_try_at: state === 'retry' ? nextTryAt.toISOString() : null,
    failure: failureOf(output),
  }
}

function aboutOf(data: unknown): string {
  const { payload } = (data ?? {}) as { payload?: Record<string, unknown> }
  const named = Object.entries(kinds).map(([key, kind]) => {
    const id = payload?.[key]
    return typeof id === 'string' && isId(id) ? `${kind} ${id}` : ''
  })
  return named.filter(Boolean).join(', ')
}

/** Masks email addresses, which the queue engine's own messages may contain. */
function failureOf(output: unknown): string {
  if (!output) return ''
  return describeFailure(output).message.slice(0, failureMost)
}
