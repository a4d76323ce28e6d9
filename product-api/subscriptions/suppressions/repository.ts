import { and, desc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { deleteInBatches } from '#platform/db/delete-in-batches.ts'
import type { TimePlace } from '#platform/db/paging.ts'
import { type SuppressionRow, softBounces, suppressions } from '#platform/db/tables/subscriptions.ts'

export type { SuppressionRow }
export type Reason = SuppressionRow['reason']

const isAt = (email: string) => sql`lower(${suppressions.email}) = lower(${email})`

/** @returns whether anything changed: a bounce does not replace a complaint or an administrator's entry. */
export async function upsertSuppression(tx: Db, row: SuppressionRow): Promise<boolean> {
  const { id, email, reason, detail, sendId, createdAt } = row
  // Drizzle names no index of an expression as the target of a conflict.
  const { rows } = await tx.execute(sql`
    insert into suppressions (id, email, reason, detail, send_id, created_at)
    values (${id}, ${email}, ${reason}, ${detail}, ${sendId}, ${createdAt.toISOString()})
    on conflict (lower(email)) do update set
      reason = excluded.reason, detail = excluded.detail, send_id = excluded.send_id, created_at = excluded.created_at
    where suppressions.reason in ('hard_bounce', 'soft_bounces') and excluded.reason in ('complaint', 'manual')
    returning id`)
  return rows.length > 0
}

export async function findSuppression(db: Db, email: string): Promise<SuppressionRow | undefined> {
  const [row] = await db.select().from(suppressions).where(isAt(email))
  return row
}

export async function deleteSuppression(
  tx: Db,
  email: string,
  reasons?: readonly Reason[],
): Promise<SuppressionRow | undefined> {
  const [row] = await tx
    .delete(suppressions)
    .where(and(isAt(email), reasons && inArray(suppressions.reason, [...reasons])))
    .returning()
  return row
}

/** In lower case. */
export async function listSuppressedEmails(db: Db, emails: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ email: string }>(
    sql`select lower(email) as email from suppressions where lower(email) = any(${sql.param(emails)}::text[])`,
  )
  return rows.map(({ email }) => email)
}

export async function listSuppressions(
  db: Db,
  { after, prefix, limit }: { after: TimePlace | undefined; prefix: string; limit: number },
): Promise<SuppressionRow[]> {
  return db
    .select()
    .from(suppressions)
    .where(and(after && isOlder(after), prefix ? beginsWith(prefix) : undefined))
    .orderBy(desc(suppressions.createdAt), desc(suppressions.id))
    .limit(limit)
}

/** The days since then on which an address bounced softly, this one included; a day counts once. */
export async function insertSoftBounce(
  tx: Db,
  { email, day, detail, since }: { email: string; day: string; detail: string; since: string },
): Promise<number> {
  await tx.insert(softBounces).values({ email: email.toLowerCase(), day, detail }).onConflictDoNothing()
  const { rows } = await tx.execute<{ days: number }>(
    sql`select count(*)::int as days from soft_bounces where email = lower(${email}) and day > ${since}::date`,
  )
  return rows[0]?.days ?? 0
}

export async function deleteSoftBouncesOf(tx: Db, email: string): Promise<void> {
  await tx.delete(softBounces).where(eq(softBounces.email, email.toLowerCase()))
}

export async function deleteSoftBouncesBefore(db: Db, day: string): Promise<void> {
  await deleteInBatches(db, softBounces, lt(softBounces.day, day))
}

function isOlder({ at, id }: TimePlace): SQL | undefined {
  return or(lt(suppressions.createdAt, at), and(eq(suppressions.createdAt, at), lt(suppressions.id, id)))
}

/** Not `like`: typed `%` and `_` have no special meaning. */
function beginsWith(prefix: string): SQL {
  return sql`starts_with(lower(${suppressions.email}), lower(${prefix}))`
}
