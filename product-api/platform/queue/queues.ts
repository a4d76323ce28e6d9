import { createHash } from 'node:crypto'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

type QueueSettings = {
  /** How many of its jobs one process does side by side. */
  slots: number
  /** How long one try may take. */
  expireInSeconds: number
  /**
   * How long a process that was killed keeps a job, until the next look for such ones. Longer if a second run beside
   * the first would cost more than waiting: a process whose database was away as long loses its jobs too.
   */
  heartbeatSeconds: number
  /** How often a job that failed is tried again, after pauses that double from `retryDelay` to `retryDelayMax`. */
  retryLimit: number
  retryDelay: number
  retryDelayMax: number
}

/** Where jobs wait: those of one kind together, so that no kind waits for another. */
export const queues = {
  /**
   * An email that a person waits for. Eleven tries over some hours: a mail server that is away for an evening loses
   * none.
   */
  mail: {
    slots: 4,
    expireInSeconds: 2 * minute,
    heartbeatSeconds: 10,
    retryLimit: 10,
    retryDelay: 15,
    retryDelayMax: hour,
  },
  /** One of many emails that go out together. */
  bulk: {
    slots: 2,
    expireInSeconds: 5 * minute,
    heartbeatSeconds: 10,
    retryLimit: 10,
    retryDelay: 15,
    retryDelayMax: hour,
  },
  /** What takes minutes. One at a time. */
  slow: {
    slots: 1,
    expireInSeconds: 6 * hour,
    heartbeatSeconds: 60,
    retryLimit: 3,
    retryDelay: minute,
    retryDelayMax: hour,
  },
  /**
   * Reading aloud. One at a time: it takes a processor for itself. Begun again soon after a crash: a second run beside the
   * first would speak a sentence twice, no more.
   */
  speech: {
    slots: 1,
    expireInSeconds: 6 * hour,
    heartbeatSeconds: 10,
    retryLimit: 5,
    retryDelay: 15,
    retryDelayMax: hour,
  },
  /** Stories at the time that their writers chose: no digest and no clean-up may make one late. */
  publishing: {
    slots: 1,
    expireInSeconds: 5 * minute,
    heartbeatSeconds: 10,
    retryLimit: 10,
    retryDelay: 15,
    retryDelayMax: hour,
  },
  /** What the calendar says. */
  planned: {
    slots: 1,
    expireInSeconds: 30 * minute,
    heartbeatSeconds: 60,
    retryLimit: 5,
    retryDelay: minute,
    retryDelayMax: hour,
  },
} as const satisfies Record<string, QueueSettings>

export type QueueName = keyof typeof queues

export const queueNames = Object.keys(queues) as QueueName[]

/** Every job waited here before there were several queues. Nothing is added any more; what still waits is done. */
export const legacyQueue = 'jobs'

/** How jobs of the former queue are done: two at a time. */
export const legacySlots = 2

/** A queue's settings as pg-boss takes them. */
export function optionsOf(name: QueueName) {
  const { slots: _, ...limits } = queues[name]
  return {
    ...limits,
    retryBackoff: true,
    deleteAfterSeconds: day,
  }
}

/** Changes with the queues' settings; names what was made from them, such as a snapshot. */
export function queuesFingerprint(): string {
  const settings = JSON.stringify(queueNames.map((name) => [name, optionsOf(name)]))
  return createHash('sha256').update(settings).digest('hex').slice(0, 8)
}
