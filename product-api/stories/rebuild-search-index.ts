import type pg from 'pg'
import { documentOf, indexedWords, type SearchDocument } from './search-index/index-story.ts'

const storiesAtOnce = 200

type Row = Omit<SearchDocument, 'publishedAt'> & { publishedAt: Date }

/**
 * Fills the empty search index with all published stories, in the caller's transaction: for a restored store. Documents
 * are made here in bulk, which takes a fraction of the time of indexing each story by itself.
 */
export async function rebuildSearchIndex(client: pg.Client, onProgress: (done: number) => void): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    "select indexname as name, indexdef as made from pg_indexes where indexname in ('search_documents_vector', 'search_words_similar')",
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  const counts = new Map<string, number>()
  let done = 0
  await client.query(`
    declare indexed_stories no scroll cursor for
    select contents.id, published_at as "publishedAt", title, sub_title as "subTitle",
           coalesce(author_name, users.name, '') as author, content_text as text
    from contents left join users on users.id = author_id
    where not is_draft and contents.deleted_at is null
    order by contents.id`)
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${storiesAtOnce} from indexed_stories`)
    if (rows.length === 0) break
    await insertDocuments(client, rows)
    for (const word of rows.flatMap(indexedWords)) counts.set(word, (counts.get(word) ?? 0) + 1)
    done += rows.length
    onProgress(done)
  }
  await client.query('close indexed_stories')
  await insertWords(client, counts)
  for (const { made } of indexes) await client.query(made)
}

async function insertDocuments(client: pg.Client, stories: readonly Row[]): Promise<void> {
  const documents = stories.map(documentOf)
  await client.query(
    `insert into search_documents (content_id, published_at, author, vector)
     select id, published_at, author, setweight(to_tsvector('english', title), 'A')
            || setweight(to_tsvector('english', middle), 'B') || setweight(to_tsvector('english', body), 'D')
     from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[])
       as given (id, published_at, author, title, middle, body)`,
    [
      documents.map(({ id }) => id),
      documents.map(({ publishedAt }) => publishedAt),
      documents.map(({ author }) => author),
      documents.map(({ title }) => title),
      documents.map(({ middle }) => middle),
      documents.map(({ body }) => body),
    ],
  )
}

const wordsAtOnce = 10_000

async function insertWords(client: pg.Client, counts: ReadonlyMap<string, number>): Promise<void> {
  const words = [...counts.keys()]
  for (let from = 0; from < words.length; from += wordsAtOnce) {
    const batch = words.slice(from, from + wordsAtOnce)
    await client.query(
      `insert into search_words (word, stem, documents)
       select word, stems[1], documents
       from unnest($1::text[], $2::int[]) as given (word, documents), ts_lexize('english_stem', word) as stems
       where stems <> '{}'`,
      [batch, batch.map((word) => counts.get(word))],
    )
  }
}
