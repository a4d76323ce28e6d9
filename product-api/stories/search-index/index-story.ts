import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { distinctWords, searchableText } from './fold-text.ts'

/** A tsvector has at most 1 MB of words; this much text in any script stays below. */
const bodyMost = { characters: 500_000, bytes: 600_000 }

/** The searchable parts of a published story. */
export type SearchDocument = {
  id: string
  publishedAt: Date
  title: string
  subTitle: string
  author: string
  text: string
}

/**
 * Updates the index from a story's earlier document to its present one; undefined if it was or is not public. The earlier
 * author name is read from the index: an account's name changes at once, and its stories are reindexed later.
 */
export async function indexStory(tx: Db, known: SearchDocument | undefined, after: SearchDocument | undefined) {
  const before = known && { ...known, author: (await findIndexedAuthor(tx, known.id)) ?? known.author }
  if (before && after && isDeepStrictEqual(before, after)) return
  if (after) await writeDocument(tx, documentOf(after))
  else if (before) await deleteDocument(tx, before.id)
  const had = new Set(before && indexedWords(before))
  const has = new Set(after && indexedWords(after))
  await countWords(tx, { added: [...has.difference(had)], removed: [...had.difference(has)] })
}

/** The parts of a story's vector. */
export function documentOf({ id, publishedAt, author, title, subTitle, text }: SearchDocument): IndexDocument {
  const body = cutBytes(searchableText(text.slice(0, bodyMost.characters)), bodyMost.bytes)
  return {
    id,
    publishedAt,
    author,
    title: searchableText(title),
    middle: searchableText(`${subTitle} ${author}`),
    body,
  }
}

/** The words of a story that are counted, each once. */
export function indexedWords({ title, subTitle, author, text }: SearchDocument): string[] {
  return distinctWords(title, subTitle, author, text.slice(0, bodyMost.characters))
}

function cutBytes(text: string, most: number): string {
  if (text.length * 3 <= most) return text
  const bytes = Buffer.from(text)
  return bytes.length <= most
    ? text
    : bytes
        .subarray(0, most)
        .toString()
        .replace(/\uFFFD+$/, '')
}

type IndexDocument = {
  id: string
  publishedAt: Date
  author: string
  title: string
  middle: string
  body: string
}

/** The title weighs most, then the middle, then the body. */
async function writeDocument(tx: Db, { id, publishedAt, author, title, middle, body }: IndexDocument): Promise<void> {
  await tx.execute(sql`
    insert into search_documents (content_id, published_at, author, vector)
    values (${id}, ${publishedAt.toISOString()}, ${author}, setweight(to_tsvector('english', ${title}), 'A')
      || setweight(to_tsvector('english', ${middle}), 'B') || setweight(to_tsvector('english', ${body}), 'D'))
    on conflict (content_id) do update set published_at = excluded.published_at, author = excluded.author, vector = excluded.vector`)
}

/** The author's name that a story's words are counted with; undefined if that was not recorded. */
async function findIndexedAuthor(tx: Db, id: string): Promise<string | undefined> {
  const { rows } = await tx.execute<{ author: string | null }>(
    sql`select author from search_documents where content_id = ${id}`,
  )
  return rows[0]?.author ?? undefined
}

async function deleteDocument(tx: Db, id: string): Promise<void> {
  await tx.execute(sql`delete from search_documents where content_id = ${id}`)
}

/**
 * One more story has each of the first words, one fewer each of the others. In one statement and one order over both, so
 * that two transactions that meet in several words never lock each other out.
 */
async function countWords(tx: Db, { added, removed }: { added: string[]; removed: string[] }): Promise<void> {
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
