import { lockUntilCommit } from '#platform/db/advisory-locks.ts'
import type { Db } from '#platform/db/client.ts'

/**
 * Until the transaction ends no one else writes down who gets which stories: two simultaneous sends, or a send and a
 * welcome, each of which looks up who has had a story already, would both give it to the same people. Taken after the
 * subscribers' rows, never before. On the embedded database transactions follow one another anyway.
 */
export async function holdToldStories(tx: Db): Promise<void> {
  await lockUntilCommit(tx, 'toldStories')
}
