import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'

/**
 * When the next email to these domains may go out, locked until the transaction ends; '' means all. Now if none has
 * gone out.
 */
export async function holdNextTimes(tx: Db, domains: readonly string[], now: Date): Promise<Map<string, Date>> {
  const names = JSON.stringify([...domains].sort())
  const isNow = sql`${now.toISOString()}::timestamptz`
  await tx.execute(sql`
    insert into send_allowances (domain, next_at)
    select name, ${isNow} from jsonb_array_elements_text(${names}::jsonb) as name on conflict do nothing`)
  const { rows } = await tx.execute<{ domain: string; next_at: string }>(sql`
    select domain, next_at from send_allowances
    where domain in (select jsonb_array_elements_text(${names}::jsonb)) order by domain for update`)
  return new Map(rows.map(({ domain, next_at }) => [domain, new Date(next_at)]))
}

export async function markNextTimes(tx: Db, times: ReadonlyMap<string, Date>): Promise<void> {
  const rows = JSON.stringify([...times].map(([domain, time]) => ({ domain, next_at: time })))
  await tx.execute(sql`
    update send_allowances as a set next_at = n.next_at
    from jsonb_to_recordset(${rows}::jsonb) as n (domain text, next_at timestamptz) where a.domain = n.domain`)
}

/** How many emails went out today, and on how many days before anything went out; held until the transaction ends. */
export async function holdToday(tx: Db, day: string): Promise<{ mails: number; daysBefore: number }> {
  await tx.execute(sql`insert into send_days (day, mails) values (${day}::date, 0) on conflict do nothing`)
  const { rows } = await tx.execute<{ mails: number; days_before: number }>(sql`
    select mails, (select count(*)::int from send_days as before where before.day < ${day}::date and before.mails > 0)
      as days_before
    from send_days where day = ${day}::date for update`)
  return { mails: rows[0]?.mails ?? 0, daysBefore: rows[0]?.days_before ?? 0 }
}

export async function addToToday(tx: Db, day: string, mails: number): Promise<void> {
  await tx.execute(sql`update send_days set mails = mails + ${mails} where day = ${day}::date`)
}

/** Gives recipients back with their places in the lines of their domains. */
export async function placeInLine(
  tx: Db,
  places: readonly { sendId: string; subscriberId: string; dueAt: Date }[],
): Promise<void> {
  if (places.length === 0) return
  const rows = JSON.stringify(
    places.map((one) => ({ send_id: one.sendId, subscriber_id: one.subscriberId, due_at: one.dueAt })),
  )
  await tx.execute(sql`
    update send_recipients as r set state = 'queued', lease_until = null, due_at = p.due_at, is_placed = true
    from jsonb_to_recordset(${rows}::jsonb) as p (send_id uuid, subscriber_id uuid, due_at timestamptz)
    where r.send_id = p.send_id and r.subscriber_id = p.subscriber_id and r.state = 'sending'`)
}
