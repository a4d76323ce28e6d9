import { and, eq, gt, sql } from 'drizzle-orm'
import type { Actor } from '../context.ts'
import type { Db } from '../db/client.ts'
import { sessions } from '../db/tables/sessions.ts'
import { type UserRow, users } from '../db/tables/users.ts'

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id)).limit(1)
  return row
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(sql`lower(${users.email}) = lower(${email})`).limit(1)
  return row
}

export async function findAnyAdmin(db: Db): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.role, 'admin')).limit(1)
  return row
}

export async function insertUser(db: Db, row: typeof users.$inferInsert): Promise<void> {
  await db.insert(users).values(row)
}

export async function findActorBySession(db: Db, tokenHash: string, now: Date): Promise<Actor | undefined> {
  const [row] = await db
    .select({ id: users.id, role: users.role, name: users.name, email: users.email })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)))
    .limit(1)
  return row
}

export async function insertSession(db: Db, row: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(row)
}
