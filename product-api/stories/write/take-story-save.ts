import type { SignedInContext } from '#platform/context.ts'

/** Counts what writes a story's text, and may keep another state of it. @throws Problem `too_many_requests`. */
export function takeStorySave({ limits, actor }: SignedInContext): Promise<void> {
  return limits.take('storySave', actor.id, 'You’ve saved 3,000 times in the last hour.')
}
