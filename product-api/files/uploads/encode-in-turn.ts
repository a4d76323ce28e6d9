import { createFairQueue } from '#platform/limits/fair-queue.ts'
import { Problem } from '#platform/problem.ts'

const atOnce = 2
const waitingMost = 20
const waitingMostEach = 10

// One for the whole process, because processor and memory are what is scarce.
const queue = createFairQueue({ most: waitingMost, mostEach: waitingMostEach })
let running = 0

/**
 * Lets two pictures be encoded in parallel; people take turns.
 * @throws Problem `unavailable` if too many wait already.
 */
export async function encodeInTurn<T>(userId: string, encode: () => Promise<T>): Promise<T> {
  if (running < atOnce) running++
  else await place(userId)
  try {
    return await encode()
  } finally {
    const next = queue.next()
    // The place goes on to the next one, so `running` stays.
    if (next) next.begin()
    else running--
  }
}

function place(userId: string): Promise<void> {
  const { promise, resolve: begin, reject } = Promise.withResolvers<void>()
  if (!queue.add(userId, { begin, refuse: () => reject(tooBusy()) })) throw tooBusy()
  return promise
}

function tooBusy(): Problem {
  const detail = 'Too many pictures are being uploaded right now. Please try again in a few seconds.'
  return new Problem('unavailable', { detail, retryAfterSeconds: 5 })
}
