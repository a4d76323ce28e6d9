import type { PgBoss } from 'pg-boss'
import { Gauge, Histogram, type Registry } from 'prom-client'
import { queueNames } from './queues.ts'
import type { EndedTry } from './slots.ts'

/**
 * Prometheus metrics: the duration of this process's jobs, and the number of jobs in the database at the last count.
 */
export function createJobMetrics(registry: Registry, engine: PgBoss): (ended: EndedTry) => void {
  const durations = new Histogram({
    name: 'bytewise_job_duration_seconds',
    help: 'How long tries of jobs took, by job and outcome',
    labelNames: ['job', 'outcome'] as const,
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600, 3_600],
    registers: [registry],
  })
  new Gauge({
    name: 'bytewise_jobs',
    help: 'Jobs in the database, by queue and state: ready, later (planned or to be tried again), active, failed for good',
    labelNames: ['queue', 'state'] as const,
    registers: [registry],
    async collect() {
      // While the database is unavailable these figures stay unchanged, so that the others can still be read.
      const queues = await engine.getQueues(queueNames).catch(() => [])
      for (const { name: queue, readyCount, deferredCount, activeCount, failedCount } of queues) {
        const counts = { ready: readyCount, later: deferredCount, active: activeCount, failed: failedCount }
        for (const [state, count] of Object.entries(counts)) this.set({ queue, state }, count)
      }
    },
  })
  return ({ job, outcome, seconds }) => durations.observe({ job, outcome }, seconds)
}
