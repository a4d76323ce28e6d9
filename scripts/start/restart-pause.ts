const firstMs = 100
const growth = 1.5
const longestMs = 30_000
/** A program that served for this long was healthy: its next end counts as the first one again. */
const cleanRunMs = 60_000

/**
 * How long to wait before a program that ended is started again: not at all the first time, then longer and longer.
 * @param lastPauseMs the pause before this start, undefined for a program that has never ended.
 * @param servedMs how long it had served; 0 for one that did not come that far.
 */
export function restartPauseMs(lastPauseMs: number | undefined, servedMs: number): number {
  if (lastPauseMs === undefined || servedMs >= cleanRunMs) return 0
  return Math.min(Math.max(firstMs, lastPauseMs * growth), longestMs)
}
