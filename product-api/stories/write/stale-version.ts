import { Problem } from '#platform/problem.ts'
import type { OpenStory } from '../load-story.ts'

/** An edit of a version that is no longer the newest; carries the story as it is now. */
export class StaleVersion extends Problem {
  readonly open: OpenStory

  constructor(open: OpenStory) {
    super('conflict', { detail: 'The story was changed in the meantime.' })
    this.open = open
  }
}

/** @throws StaleVersion if a version is named that is not the story's own. */
export function refuseStale(open: OpenStory, expectedVersion: number | undefined): void {
  if (expectedVersion !== undefined && expectedVersion !== open.version) throw new StaleVersion(open)
}
