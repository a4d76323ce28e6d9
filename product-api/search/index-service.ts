import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { distinctWords, searchableText } from './text.ts'

/** A tsvector has at most 1 MB of words; this much text in any script stays below. */
const bodyMost = { characters: 500_000, bytes: 600_000 }

export type Searchable = { title: string; subTitle: string; author: string; text: string }

/** The stored search column: the title weighs most, then subtitle and author, then the body. */
export function searchVector({ title, subTitle, author, text }: Searchable): SQL {
  const body = cutBytes(searchableText(text.slice(0, bodyMost.characters)), bodyMost.bytes)
  return sql`setweight(to_tsvector('english', ${searchableText(title)}), 'A')
    || setweight(to_tsvector('english', ${searchableText(`${subTitle} ${author}`)}), 'B')
    || setweight(to_tsvector('english', ${body}), 'D')`
}

export function wordsOf({ title, subTitle, author, text }: Searchable): string[] {
  return distinctWords(title, subTitle, author, text.slice(0, bodyMost.characters))
}

/** Counts the words of what readers can find: one story's words before and after a write, none where it is not public. */
export async function recountWords(tx: Db, before: string[], after: string[]): Promise<void> {
  const had = new Set(before)
  const has = new Set(after)
  const gone = before.filter((word) => !has.has(word))
  const come = after.filter((word) => !had.has(word))
  if (come.length > 0) await addWords(tx, come)
  if (gone.length > 0) await removeWords(tx, gone)
}

async function addWords(tx: Db, words: string[]) {
  await tx.execute(sql`
    insert into search_words (word, stem, documents)
    select word, stem[1], 1
    from unnest(${sql.param(words)}::text[]) as word, ts_lexize('english_stem', word) as stem
    where stem <> '{}'
    order by word
    on conflict (word) do update set documents = search_words.documents + 1`)
}

async function removeWords(tx: Db, words: string[]) {
  await tx.execute(sql`
    update search_words set documents = greatest(documents - 1, 0)
    where word in (select word from search_words where word = any(${sql.param(words)}::text[]) order by word for update)`)
}

function cutBytes(text: string, most: number): string {
  if (text.length * 3 <= most) return text
  const bytes = Buffer.from(text)
  return bytes.length <= most ? text : bytes.subarray(0, most).toString().replace(/\uFFFD+$/, '')
}
