import { countedStoriesMost } from '#contract/people.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { wordsOf } from '#platform/db/match-words.ts'
import { decodeTimeCursor, encodeTimeCursor, type Page, pageOf } from '#platform/db/paging.ts'
import * as repository from './repository.ts'

export type Person = repository.ListedPerson & repository.Activity

type Wanted = { query?: string | undefined; filter: repository.Filter; cursor?: string | undefined; limit: number }

/** @throws Problem `bad_request` for a cursor of another list. */
export async function listPeople(
  { db }: Pick<Context, 'db'>,
  { query = '', filter, cursor, limit }: Wanted,
): Promise<Page<Person>> {
  const after = decodeTimeCursor(cursor)
  const words = wordsOf(query)
  if (query.trim() !== '' && words.length === 0) return { rows: [], nextCursor: undefined }
  const { rows, nextCursor } = await pageOf(
    limit,
    (limit) => repository.listPeople(db, { words, filter, after, limit }),
    ({ user }) => encodeTimeCursor({ at: user.createdAt, id: user.id }),
  )
  return { rows: await withActivity(db, rows), nextCursor }
}

/** A person who exists. */
export async function readPerson(db: Db, id: string): Promise<Person> {
  const row = await repository.findPerson(db, id)
  const [person] = row ? await withActivity(db, [row]) : []
  if (!person) throw new Error('An account that was just changed is not there')
  return person
}

async function withActivity(db: Db, rows: repository.ListedPerson[]): Promise<Person[]> {
  const ids = rows.map(({ user }) => user.id)
  const activity = await repository.listActivity(db, ids, countedStoriesMost)
  return rows.map((row) => ({ ...row, ...(activity.get(row.user.id) ?? { lastSeenAt: null, stories: 0 }) }))
}
