import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'

type Document = {
  id: string
  publishedAt: Date
  author: string
  title?: string | undefined
  middle?: string | undefined
  body: string
}

/** The title weighs most, then the middle, then the body. */
export async function writeDocument(
  tx: Db,
  { id, publishedAt, author, title = '', middle = '', body }: Document,
): Promise<void> {
  await tx.execute(sql`
    insert into search_documents (content_id, published_at, author, vector)
    values (${id}, ${publishedAt.toISOString()}, ${author}, setweight(to_tsvector('english', ${title}), 'A')
      || setweight(to_tsvector('english', ${middle}), 'B') || setweight(to_tsvector('english', ${body}), 'D'))
    on conflict (content_id) do update set published_at = excluded.published_at, author = excluded.author, vector = excluded.vector`)
}

/** The author's name that a story's words are counted with; undefined if that was not recorded. */
export async function findIndexedAuthor(tx: Db, id: string): Promise<string | undefined> {
  const { rows } = await tx.execute<{ author: string | null }>(
    sql`select author from search_documents where content_id = ${id}`,
  )
  return rows[0]?.author ?? undefined
}

export async function deleteDocument(tx: Db, id: string): Promise<void> {
  await tx.execute(sql`delete from search_documents where content_id = ${id}`)
}

/**
 * One more story has each of the first words, one fewer each of the others. In one statement and one order over both, so
 * that two transactions that meet in several words never lock each other out.
 */
export async function countWords(tx: Db, { added, removed }: { added: string[]; removed: string[] }): Promise<void> {
  if (added.length + removed.length === 0) return
  const words = sql.param([...added, ...removed])
  const changes = sql.param([...added.map(() => 1), ...removed.map(() => -1)])
  await tx.execute(sql`
    insert into search_words (word, stem, documents)
    select word, stems[1], change
    from unnest(${words}::text[], ${changes}::int[]) as given (word, change), ts_lexize('english_stem', word) as stems
    where stems <> '{}' and (change > 0 or exists (select from search_words as known where known.word = given.word))
    order by word collate "C"
    on conflict (word) do update set documents = greatest(search_words.documents + excluded.documents, 0)`)
}
