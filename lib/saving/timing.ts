/** When things happen, in milliseconds. */
export const timing = {
  /** A save after the last key, and at the latest after the first one. */
  afterLastKey: 3_000,
  afterFirstKey: 30_000,
  /** Between two readings of a text that is being typed. */
  betweenReads: 1_000,
  /** How long a save waits for the device to have kept the text first. */
  deviceAnswers: 2_000,
  afterDeviceFault: 5_000,
  longestBackOff: 60_000,
  /** Unless a 429 says how long. */
  patience: 30_000,
} as const

/** 1, 2, 4 … 60 seconds, and up to a quarter more by `jitter` (0 to 1), so that not all clients come back together. */
export function backOffMs(tries: number, jitter: number): number {
  return Math.min(timing.longestBackOff, 1_000 * 2 ** Math.min(tries, 10)) * (1 + jitter / 4)
}
