import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'

type Document = { id: string; publishedAt: Date; title?: string; middle?: string; body: string }

/** The title weighs most, then the middle, then the body. */
export async function writeDocument(
  tx: Db,
  { id, publishedAt, title = '', middle = '', body }: Document,
): Promise<void> {
  await tx.execute(sql`
    insert into search_documents (content_id, published_at, vector)
    values (${id}, ${publishedAt.toISOString()}, setweight(to_tsvector('english', ${title}), 'A')
      || setweight(to_tsvector('english', ${middle}), 'B') || setweight(to_tsvector('english', ${body}), 'D'))
    on conflict (content_id) do update set published_at = excluded.published_at, vector = excluded.vector`)
}

export async function deleteDocument(tx: Db, id: string): Promise<void> {
  await tx.execute(sql`delete from search_documents where content_id = ${id}`)
}

/** One more story has each of these words; they must be sorted, so that two transactions never lock each other out. */
export async function addWords(tx: Db, words: string[]): Promise<void> {
  if (words.length === 0) return
  await tx.execute(sql`
    insert into search_words (word, stem, documents)
    select word, stems[1], 1
    from unnest(${sql.param(words)}::text[]) as word, ts_lexize('english_stem', word) as stems
    where stems <> '{}'
    on conflict (word) do update set documents = search_words.documents + 1`)
}

/** One story fewer has each of these words. */
export async function removeWords(tx: Db, words: string[]): Promise<void> {
  if (words.length === 0) return
  await tx.execute(sql`
    update search_words set documents = greatest(documents - 1, 0)
    where word in (
      select word from search_words where word = any(${sql.param(words)}::text[]) order by word for update)`)
}
