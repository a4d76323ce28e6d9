import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#platform/db/client.ts'
import type { TimePlace } from '#platform/db/paging.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { contents } from '#platform/db/tables/stories.ts'
import { type ThanksRow, thanks, thanksBlocks } from '#platform/db/tables/thanks.ts'

type PageOfThanks = { after: TimePlace | undefined; limit: number }
const readers = alias(users, 'readers')
const writers = alias(users, 'writers')
const storyColumns = { slug: contents.slug, title: contents.title }

/** A line that its writer may see: neither deleted nor withheld. Must match the index's predicate. */
const isReceived = sql`${thanks.deletedAt} is null and not ${thanks.isWithheld}`
const isOpenReport = sql`${thanks.reportedAt} is not null and ${thanks.decidedAt} is null`

/** The writer of a published story; null if the story has none with an account. */
export async function findThankable(db: Db, contentId: string): Promise<{ writerId: string | null } | undefined> {
  const [row] = await db
    .select({ writerId: contents.authorId })
    .from(contents)
    .where(and(eq(contents.id, contentId), sql`not ${contents.isDraft} and ${contents.deletedAt} is null`))
  return row
}

/** Does nothing if the reader has thanked for the story already. */
export async function insertThanks(tx: Db, row: typeof thanks.$inferInsert): Promise<ThanksRow | undefined> {
  const [inserted] = await tx.insert(thanks).values(row).onConflictDoNothing().returning()
  return inserted
}

export async function findThanks(db: Db, id: string): Promise<ThanksRow | undefined> {
  const [row] = await db.select().from(thanks).where(eq(thanks.id, id))
  return row
}

export async function findThanksOf(db: Db, readerId: string, contentId: string): Promise<ThanksRow | undefined> {
  const [row] = await db
    .select()
    .from(thanks)
    .where(and(eq(thanks.contentId, contentId), eq(thanks.readerId, readerId)))
  return row
}

/** The lines that a writer received, newest first; those about deleted stories are left out. */
export async function listReceived(db: Db, writerId: string, page: PageOfThanks) {
  return db
    .select({ thanks, readerName: readers.name, story: storyColumns, blockedAt: thanksBlocks.createdAt })
    .from(thanks)
    .innerJoin(contents, eq(contents.id, thanks.contentId))
    .leftJoin(readers, eq(readers.id, thanks.readerId))
    .leftJoin(thanksBlocks, isBlockOf(thanks.writerId, thanks.readerId))
    .where(
      and(
        eq(thanks.writerId, writerId),
        isReceived,
        isNull(contents.deletedAt),
        isBefore(sql`${thanks.createdAt}`, page),
      ),
    )
    .orderBy(desc(thanks.createdAt), desc(thanks.id))
    .limit(page.limit)
}
export type ReceivedRow = Awaited<ReturnType<typeof listReceived>>[number]

/** The reported lines that nobody has decided about, the last reported first. */
export async function listReported(db: Db, page: PageOfThanks) {
  return db
    .select({
      thanks,
      reportedAt: sql<Date>`${thanks.reportedAt}`.mapWith(thanks.reportedAt),
      readerName: readers.name,
      writerName: writers.name,
      story: storyColumns,
    })
    .from(thanks)
    .innerJoin(contents, eq(contents.id, thanks.contentId))
    .innerJoin(writers, eq(writers.id, thanks.writerId))
    .leftJoin(readers, eq(readers.id, thanks.readerId))
    .where(and(isOpenReport, isBefore(sql`${thanks.reportedAt}`, page)))
    .orderBy(desc(thanks.reportedAt), desc(thanks.id))
    .limit(page.limit)
}
export type ReportedRow = Awaited<ReturnType<typeof listReported>>[number]

/** Changes a line that this writer received. @returns undefined if there is none. */
export async function markReceived(
  tx: Db,
  { id, writerId }: { id: string; writerId: string },
  change: { deletedAt: Date } | { reportedAt: Date },
): Promise<ThanksRow | undefined> {
  const isTheirs = and(eq(thanks.id, id), eq(thanks.writerId, writerId), isReceived)
  const [row] = await tx.update(thanks).set(change).where(isTheirs).returning()
  return row
}

/** Ends an open report. @returns undefined if there is none. */
export async function markDecided(
  tx: Db,
  id: string,
  change: Pick<ThanksRow, 'decidedAt' | 'decidedBy'> & { deletedAt?: Date },
): Promise<ThanksRow | undefined> {
  const [row] = await tx
    .update(thanks)
    .set(change)
    .where(and(eq(thanks.id, id), isOpenReport))
    .returning()
  return row
}

type Block = { writerId: string; readerId: string }

export async function insertBlock(tx: Db, block: Block & { createdAt: Date }): Promise<void> {
  await tx.insert(thanksBlocks).values(block).onConflictDoNothing()
}

export async function deleteBlock(tx: Db, { writerId, readerId }: Block): Promise<void> {
  await tx.delete(thanksBlocks).where(and(eq(thanksBlocks.writerId, writerId), eq(thanksBlocks.readerId, readerId)))
}

export async function isBlocked(db: Db, { writerId, readerId }: Block): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(thanksBlocks)
    .where(and(eq(thanksBlocks.writerId, writerId), eq(thanksBlocks.readerId, readerId)))
  return rows.length > 0
}

/** The people whom a writer has blocked, the last one first. */
export async function listBlocked(db: Db, writerId: string, { after, limit }: PageOfThanks) {
  const isAfter =
    after &&
    sql`(${thanksBlocks.createdAt}, ${thanksBlocks.readerId}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  return db
    .select({ id: users.id, name: users.name, createdAt: thanksBlocks.createdAt })
    .from(thanksBlocks)
    .innerJoin(users, eq(users.id, thanksBlocks.readerId))
    .where(and(eq(thanksBlocks.writerId, writerId), isAfter))
    .orderBy(desc(thanksBlocks.createdAt), desc(thanksBlocks.readerId))
    .limit(limit)
}

/** The facts for an email about a line, if its writer wants emails and has a proven address. */
export async function findThanksMail(db: Db, id: string) {
  const wantsMail = and(eq(writers.thanksByEmail, true), isNotNull(writers.emailProvenAt), isNull(writers.suspendedAt))
  const [row] = await db
    .select({
      words: thanks.words,
      readerName: readers.name,
      writer: { id: writers.id, name: writers.name, email: writers.email },
      story: storyColumns,
    })
    .from(thanks)
    .innerJoin(contents, eq(contents.id, thanks.contentId))
    .innerJoin(writers, eq(writers.id, thanks.writerId))
    .leftJoin(readers, eq(readers.id, thanks.readerId))
    .where(and(eq(thanks.id, id), isReceived, isNull(contents.deletedAt), wantsMail))
  return row
}
export type ThanksMail = NonNullable<Awaited<ReturnType<typeof findThanksMail>>>

function isBlockOf(writerId: typeof thanks.writerId, readerId: typeof thanks.readerId): SQL | undefined {
  return and(eq(thanksBlocks.writerId, writerId), eq(thanksBlocks.readerId, readerId))
}

function isBefore(time: SQL, { after }: PageOfThanks): SQL | undefined {
  return after && sql`(${time}, ${thanks.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
}
