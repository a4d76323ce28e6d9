import { asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { SiteSettings } from '#contract/site.ts'
import { tags } from '#contract/tags.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { readCount } from '#platform/db/counters.ts'
import { isId, newId } from '#platform/db/id.ts'
import { hasWords } from '#platform/db/match-words.ts'
import { prepared } from '#platform/db/prepared.ts'
import { type UserRow, users } from '#platform/db/tables/accounts.ts'
import { Problem } from '#platform/problem.ts'

/** @throws Problem `unauthenticated` if the account was deleted. */
export async function readCurrentUser(ctx: SignedInContext) {
  const user = await findUser(ctx.db, ctx.actor.id)
  if (!user) throw new Problem('unauthenticated')
  return user
}

/** @throws Problem `not_found`. */
export async function readProfile(ctx: Context, uuid: string) {
  ctx.shows([tags.profile(uuid)])
  const user = isId(uuid) ? await findUser(ctx.db, uuid) : undefined
  if (!user) throw new Problem('not_found', { detail: 'There is no such person' })
  return user
}

/** Whether someone is among those who may publish stories, by the setting of the site. */
export function isAmongPublishers(
  publishers: SiteSettings['publish'],
  { role, invitedAt }: Pick<UserRow, 'role' | 'invitedAt'>,
): boolean {
  return publishers === 'anyone' || role === 'admin' || (publishers === 'invited' && invitedAt !== null)
}

/** The author's name for stories; empty if the account was deleted. */
export async function findNameOf(db: Db, id: string | null): Promise<string> {
  const user = id ? await findUser(db, id) : undefined
  return user?.name ?? ''
}

/** Undefined fields are not changed. */
type AccountChange = { [Field in Exclude<keyof UserRow, 'id' | 'createdAt'>]?: UserRow[Field] | undefined } & {
  updatedAt: Date
}

const userById = prepared('user', (db) =>
  db
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id'))),
)

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await userById(db).execute({ id })
  return row
}

/** Locks the account until the transaction ends; foreign key checks don't wait for this lock. */
export async function findUserForUpdate(tx: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('no key update')
  return row
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(sql`lower(${users.email}) = lower(${email})`).limit(1)
  return row
}

/** Locks the account, like `findUserForUpdate`. */
export async function findUserByEmailForUpdate(tx: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(sql`lower(${users.email}) = lower(${email})`).for('no key update')
  return row
}

export async function findAnyAdmin(db: Db): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.role, 'admin')).limit(1)
  return row
}

/**
 * Locks every administrator and this user, like `findUserForUpdate`; always in the order of their ids, so that two
 * calls can't deadlock.
 */
export async function listAdminsAndUserForUpdate(tx: Db, id: string): Promise<UserRow[]> {
  return tx
    .select()
    .from(users)
    .where(or(eq(users.role, 'admin'), eq(users.id, id)))
    .orderBy(asc(users.id))
    .for('no key update')
}

/** A condition for users whose name or email contains all of these words. */
export function matchesName(words: readonly string[]): SQL | undefined {
  return hasWords(sql`(' ' || lower(${users.name}) || ' ' || lower(${users.email}))`, words)
}

/** The newest users whose name or email contains all of these words. */
export async function listUserIdsByName(db: Db, words: readonly string[], most: number): Promise<string[]> {
  const newest = [desc(users.createdAt), desc(users.id)]
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(matchesName(words))
    .orderBy(...newest)
    .limit(most)
  return rows.map(({ id }) => id)
}

export function countUsers({ db }: Pick<Context, 'db'>): Promise<number> {
  return readCount(db, 'users')
}

/** @throws Problem `exists_already` if the email has an account. */
export async function markUser(tx: Db, id: string, change: AccountChange): Promise<UserRow> {
  const [row] = await refuseTaken(tx.update(users).set(change).where(eq(users.id, id)).returning())
  if (!row) throw new Error('An account was changed that is not there')
  return row
}

async function refuseTaken<T>(query: PromiseLike<T>): Promise<T> {
  try {
    return await query
  } catch (cause) {
    const { code, constraint } = ((cause as Error).cause ?? {}) as { code?: string; constraint?: string }
    if (code !== '23505' || constraint !== 'users_email_key') throw cause
    const detail = 'The user already exists in the record.'
    throw new Problem('exists_already', { detail, fields: { email: detail }, cause })
  }
}

/** Compares two email addresses without regard to case, like the table's unique index. */
export function isSameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

type GivenField = 'name' | 'email' | 'passwordHash' | 'profileImage' | 'bio' | 'showEmail' | 'takesReplies'
/** When an administrator let the person in, and who. */
type Invited = 'invitedAt' | 'invitedBy'
/** `emailProvenAt`: when the address was proven; `mailingApprovedAt`: when an administrator approved the mailings. */
export type NewUser = Pick<typeof users.$inferInsert, GivenField | 'emailProvenAt' | 'mailingApprovedAt' | Invited> & {
  role?: UserRow['role']
}

/**
 * Inserts an account in the caller's transaction, which must end with `recordNewUser`.
 * @throws Problem `exists_already` if the email has an account.
 */
export async function insertNewUser(ctx: Pick<Context, 'now'>, tx: Db, person: NewUser): Promise<string> {
  const now = ctx.now()
  const id = newId(now)
  await refuseTaken(tx.insert(users).values({ ...person, id, createdAt: now, updatedAt: now }))
  return id
}

/**
 * Records the new account in the change feed. Call it last: the feed has one lock for all writers, and a writer waiting
 * for it may have locked a row that this transaction still needs.
 */
export function recordNewUser(ctx: Pick<Context, 'changed'>, tx: Db, id: string): Promise<void> {
  return recordChange(ctx, tx, [tags.profile(id)])
}

/**
 * Inserts an account and records it, if the transaction writes nothing else.
 * @throws Problem `exists_already` if the email has an account.
 */
export async function addUser(ctx: Pick<Context, 'now' | 'changed'>, tx: Db, person: NewUser): Promise<string> {
  const id = await insertNewUser(ctx, tx, person)
  await recordNewUser(ctx, tx, id)
  return id
}
