import type { Caller } from '#platform/context.ts'

/** Our own web nodes only, speaking for themselves: what they pass on for a browser names that. */
export function mayReportReads(caller: Caller): boolean {
  return caller.isFromWithin === true
}
