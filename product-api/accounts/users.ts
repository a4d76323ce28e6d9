import { tags } from '#contract/tags.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { Problem } from '#platform/problem.ts'
import * as repository from './users/repository.ts'

// The face of this room: other rooms know no repository of it.
export { addUser, insertNewUser, type NewUser, recordNewUser } from './users/add-user.ts'
export {
  findUser,
  findUserByEmail,
  findUserByEmailForUpdate,
  findUserForUpdate,
  isNamed,
  listAdminsAndForUpdate,
  listIdsNamed,
  markUser,
} from './users/repository.ts'

/** @throws Problem `unauthenticated` if the account is gone. */
export async function readCurrentUser(ctx: SignedInContext) {
  const user = await repository.findUser(ctx.db, ctx.actor.id)
  if (!user) throw new Problem('unauthenticated')
  return user
}

/** @throws Problem `not_found`. */
export async function readProfile(ctx: Context, uuid: string) {
  ctx.shows([tags.profile(uuid)])
  const user = isId(uuid) ? await repository.findUser(ctx.db, uuid) : undefined
  if (!user) throw new Problem('not_found', { detail: 'There is no such person' })
  return user
}

/** The name an account's stories carry; empty if the account is gone. */
export async function findNameOf(db: Db, id: string | null): Promise<string> {
  const user = id ? await repository.findUser(db, id) : undefined
  return user?.name ?? ''
}

export function countUsers(ctx: Context): Promise<number> {
  return repository.countUsers(ctx.db)
}
