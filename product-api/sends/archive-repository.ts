import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import type { TimePlace } from '../time-cursor.ts'
import { uuids } from './audience-repository.ts'

/** An edition that reached at least one recipient, and its send. */
export type ArchivedEdition = {
  id: string
  stories: string[]
  sentAt: Date
  kind: 'campaign' | 'digest' | 'story'
  category: string | null
  frequency: 'daily' | 'weekly' | null
  sendId: string
}

type Row = Omit<ArchivedEdition, 'sentAt' | 'sendId'> & { sent_at: string; send_id: string }

/**
 * Of each list and each story that was sent: the edition with the most stories, newest first. Everyone's own digests
 * are put together for one person or a few; they are found by their link alone.
 */
export async function listArchived(
  db: Db,
  { after, limit }: { after?: TimePlace | undefined; limit: number },
): Promise<ArchivedEdition[]> {
  const isOlder = after
    ? sql`and (s.created_at, s.id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await db.execute<Row>(sql`
    select e.id, to_jsonb(e.stories) as stories, s.created_at as sent_at, s.kind, s.category, s.frequency, s.id as send_id
    from sends s cross join lateral (
      select id, stories from send_editions where send_id = s.id order by cardinality(stories) desc, id limit 1) as e
    where s.env = 'prod' and s.kind in ('campaign', 'story') and s.sent > 0 ${isOlder}
    order by s.created_at desc, s.id desc limit ${limit}`)
  return rows.map(present)
}

export async function findArchived(db: Db, editionId: string): Promise<ArchivedEdition | undefined> {
  const { rows } = await db.execute<Row>(sql`
    select e.id, to_jsonb(e.stories) as stories, s.created_at as sent_at, s.kind, s.category, s.frequency,
      s.id as send_id
    from send_editions e join sends s on s.id = e.send_id where e.id = any(${uuids([editionId])})`)
  return rows[0] && present(rows[0])
}

function present({ id, stories, sent_at, send_id, kind, category, frequency }: Row): ArchivedEdition {
  return { id, stories, sentAt: new Date(sent_at), kind, category, frequency, sendId: send_id }
}
