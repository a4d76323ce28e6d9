import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'

/**
 * Holds all sends of a restored store: their emails may have gone out since it was archived, and going on could send them
 * twice. Those that had begun are paused, until an administrator resumes or cancels them; of those that had no recipients
 * yet none was sent, so they are cancelled.
 * @returns how many were held.
 */
export async function holdSends(tx: Db, now: Date): Promise<number> {
  const cancelled = await tx.execute(sql`
    update sends set state = 'cancelled', ended_at = ${now.toISOString()},
      key = case kind when 'campaign' then key || ':cancelled:' || id else key end
    where state = 'freezing' returning id`)
  const paused = await tx.execute(sql`
    update sends set state = 'paused', paused_by = 'operator', pause_answer = null, resume_at = null
    where state in ('sending', 'paused') returning id`)
  return cancelled.rows.length + paused.rows.length
}
