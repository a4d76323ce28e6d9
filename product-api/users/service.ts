import { createHash, randomBytes } from 'node:crypto'
import { tags } from '#contract/tags.ts'
import { recordChange } from '../changes/service.ts'
import type { Actor, Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { isId, newId } from '../db/id.ts'
import { transaction } from '../db/transaction.ts'
import { Problem } from '../problem.ts'
import { hashPassword } from './password.ts'
import * as repository from './repository.ts'

const sessionMs = 30 * 24 * 60 * 60 * 1000

/** @throws Problem `not_found`. */
export async function readProfile(ctx: Context, uuid: string) {
  const user = isId(uuid) ? await repository.findUser(ctx.db, uuid) : undefined
  if (!user) throw new Problem('not_found', { detail: 'There is no such person' })
  return user
}

/** The name an account's stories carry; empty where the account is gone. */
export async function findNameOf(db: Db, id: string | null): Promise<string> {
  const user = id ? await repository.findUser(db, id) : undefined
  return user?.name ?? ''
}

/** Who a token stands for, or nobody. */
export function findActor(ctx: Pick<Context, 'db' | 'now'>, token: string): Promise<Actor | undefined> {
  return repository.findActorBySession(ctx.db, hashToken(token), ctx.now())
}

/** @returns a new token; only its hash is kept. */
export async function openSession(ctx: Context, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + sessionMs)
  await repository.insertSession(ctx.db, { tokenHash: hashToken(token), userId, expiresAt, createdAt: now })
  return token
}

export type NewUser = {
  name: string
  email: string
  role?: 'user' | 'admin'
  passwordHash?: string
  profileImage?: string | null
  bio?: string
  showEmail?: boolean
}

/** Inside the caller's transaction. */
export async function addUser(ctx: Context, tx: Db, input: NewUser): Promise<string> {
  const now = ctx.now()
  const id = newId(now)
  await repository.insertUser(tx, { id, createdAt: now, updatedAt: now, ...input })
  await recordChange(ctx, tx, [tags.profile(id)])
  return id
}

export type FirstAdmin = {
  email: string
  created: boolean
  /** Only where it was generated just now. */
  password?: string
}

/**
 * Makes the first administrator of a store that has none, with a generated password where none is set. Somebody who has an
 * account with that address already is left alone: `npm run admin` raises people.
 */
export async function ensureAdmin(ctx: Context, wanted: { email: string; password?: string }): Promise<FirstAdmin> {
  const admin = await repository.findAnyAdmin(ctx.db)
  if (admin) return { email: admin.email, created: false }
  const known = await repository.findUserByEmail(ctx.db, wanted.email)
  if (known) return { email: known.email, created: false }

  const generated = wanted.password ? undefined : randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(wanted.password ?? generated ?? '')
  const name = 'Administrator'
  await transaction(ctx.db, (tx) => addUser(ctx, tx, { name, email: wanted.email, role: 'admin', passwordHash }))
  return { email: wanted.email, created: true, ...(generated && { password: generated }) }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
