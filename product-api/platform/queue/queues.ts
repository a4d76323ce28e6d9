import { createHash } from 'node:crypto'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** The schema of pg-boss's tables. */
export const queueSchema = 'pgboss'

type QueueSettings = {
  /** How many of its jobs one process runs concurrently. */
  slots: number
  /** How long one try may take. */
  expireInSeconds: number
  /**
   * How long without a heartbeat until a job of a killed process is run elsewhere. Longer where a second run beside the
   * first costs more than waiting: a process that lost its database for this time loses its jobs too.
   */
  heartbeatSeconds: number
  /** How often a failed job is retried, after pauses that double from `retryDelay` to an hour. */
  retryLimit: number
  retryDelay: number
}

/** Eleven tries over some hours, so that a mail server can be down for an evening. */
const manyTries = { retryLimit: 10, retryDelay: 15 }

/** The queues, one for each kind of work, so that none delays another. */
export const queues = {
  /** An email that a person waits for. */
  mail: { slots: 4, expireInSeconds: 2 * minute, heartbeatSeconds: 10, ...manyTries },
  /** One of many emails that go out together. */
  bulk: { slots: 2, expireInSeconds: 5 * minute, heartbeatSeconds: 10, ...manyTries },
  /** Jobs that take minutes, one at a time. */
  slow: { slots: 1, expireInSeconds: 6 * hour, heartbeatSeconds: 60, retryLimit: 3, retryDelay: minute },
  /**
   * Text to speech, one at a time: it keeps one processor busy. Restarted soon after a crash: a second run beside the
   * first would at worst speak a sentence twice.
   */
  speech: { slots: 1, expireInSeconds: 6 * hour, heartbeatSeconds: 10, retryLimit: 5, retryDelay: 15 },
  /** Stories to publish at a chosen time: no digest or clean-up may delay them. */
  publishing: { slots: 1, expireInSeconds: 5 * minute, heartbeatSeconds: 10, ...manyTries },
  /** Scheduled jobs. */
  planned: { slots: 1, expireInSeconds: 30 * minute, heartbeatSeconds: 60, retryLimit: 5, retryDelay: minute },
} as const satisfies Record<string, QueueSettings>

export type QueueName = keyof typeof queues

export const queueNames = Object.keys(queues) as QueueName[]

/** The only queue of earlier versions. Nothing is added any more; jobs that still wait in it are run. */
export const legacyQueue = 'jobs'

/** Concurrent jobs of the legacy queue. */
export const legacySlots = 2

/** A queue's settings in pg-boss's form. */
export function optionsOf(name: QueueName) {
  const { slots: _, ...limits } = queues[name]
  return { ...limits, retryDelayMax: hour, retryBackoff: true, deleteAfterSeconds: day }
}

/** A hash of the queues' settings, to name what depends on them, such as a snapshot. */
export function queuesFingerprint(): string {
  const settings = JSON.stringify(queueNames.map((name) => [name, optionsOf(name)]))
  return createHash('sha256').update(settings).digest('hex').slice(0, 8)
}
