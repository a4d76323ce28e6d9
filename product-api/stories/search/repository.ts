import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'

/** Only the newest hits are ranked: ranking reads every hit's vector, and a common word has tens of thousands. */
export const rankedMost = 1_000
/**
 * How many of the newest stories are read for a phrase, by plan: of those with all its words, or of all. The index doesn't
 * know which words are neighbours.
 */
const readForPhrase = { gather: 2_000, walk: 3_000 }
const completionsMost = 8
const neighboursMost = 40
const beginningMost = 12_000

export type CountedWord = { word: string; documents: number }

/** How many published stories there are, roughly, and how many have each word in any form; stop words are left out. */
export async function countWords(db: Db, words: string[]) {
  const { rows } = await db.execute<CountedWord & { stories: number }>(sql`
    select word,
           (select greatest(reltuples, 1)::float8 from pg_class where oid = 'search_documents'::regclass) as stories,
           (select coalesce(sum(known.documents), 0)::int from search_words as known where known.stem = stems[1]) as documents
    from unnest(${sql.param(words)}::text[]) as word, ts_lexize('english_stem', word) as stems
    where stems <> '{}'`)
  return { stories: rows[0]?.stories ?? 1, documents: new Map(rows.map(({ word, documents }) => [word, documents])) }
}

/** The commonest words that begin so. */
export async function listCompletions(db: Db, beginning: string): Promise<CountedWord[]> {
  const { rows } = await db.execute<CountedWord>(sql`
    select word, documents from search_words
    where word like ${`${beginning.replace(/[\\%_]/g, '\\$&')}%`} and documents > 0
    order by documents desc, word limit ${completionsMost}`)
  return rows
}

export async function listCommonestWords(db: Db, most: number): Promise<CountedWord[]> {
  const { rows } = await db.execute<CountedWord>(sql`
    select word, documents from search_words where documents > 0 order by documents desc, word limit ${most}`)
  return rows
}

/** Which of these spellings are words, the commonest first. */
export async function listKnownSpellings(db: Db, spellings: string[]): Promise<CountedWord[]> {
  const { rows } = await db.execute<CountedWord>(sql`
    select word, documents from search_words where word = any(${sql.param(spellings)}::text[]) and documents > 0
    order by documents desc, word limit ${neighboursMost}`)
  return rows
}

/** Words that share many groups of three letters with this one. */
export async function listSimilarWords(db: Db, word: string): Promise<CountedWord[]> {
  const { rows } = await db.execute<CountedWord>(sql`
    select word, documents from search_words
    where word % ${word} and documents > 0 and abs(length(word) - ${[...word].length}) <= 2
    order by similarity(word, ${word}) desc, documents desc limit ${neighboursMost}`)
  return rows
}

/**
 * `walk`: go through the stories from the newest, reading each one's vector; right if a good part of them matches.
 * `gather`: take all matches from the index, then the newest of them; right if few match.
 */
export type SearchPlan = 'walk' | 'gather'

export type RankedQuery = {
  /** The condition for a hit. */
  query: SQL
  /** The part that the index can check: phrases as single words. Undefined if that is the whole query. */
  candidates: SQL | undefined
  /** Matches that rank higher, such as the typed word over its completions. */
  preferred: SQL | undefined
  plan: SearchPlan
}

/** The ids of the best hits among the newest, best first. */
export async function listRanked(
  db: Db,
  { query, candidates, preferred, plan }: RankedQuery,
  page: { offset: number; limit: number },
): Promise<string[]> {
  const newest = candidates ? newestForPhrase(candidates, plan) : newestMatches(query, plan)
  // A vector is stored apart: joined with nothing it is fetched once, however often it is looked at.
  const { rows } = await db.execute<{ content_id: string }>(sql`
    select content_id from ${newest} as newest
    cross join lateral (select newest.vector || ''::tsvector as fetched offset 0) as document
    ${candidates ? sql`where fetched @@ ${query}` : sql``}
    order by ts_rank(fetched, ${query}) ${preferred ? sql`+ ts_rank(fetched, ${preferred})` : sql``} desc,
             published_at desc, content_id desc
    offset ${page.offset} limit ${page.limit}`)
  return rows.map((row) => row.content_id)
}

function newestMatches(query: SQL, plan: SearchPlan): SQL {
  if (plan === 'gather') return sql`newest_matches(${query}, ${rankedMost})`
  return sql`(
    select content_id, published_at, vector from search_documents where vector @@ ${query}
    order by published_at desc, content_id desc limit ${rankedMost})`
}

function newestForPhrase(candidates: SQL, plan: SearchPlan): SQL {
  if (plan === 'gather') return sql`newest_matches(${candidates}, ${readForPhrase.gather})`
  return sql`(
    select content_id, published_at, vector from search_documents
    order by published_at desc, content_id desc limit ${readForPhrase.walk})`
}

/** These folded texts with the matching words between the two control characters. */
export async function listMarked(db: Db, query: SQL, texts: string[], marks: [string, string]): Promise<string[]> {
  const options = `HighlightAll=true, StartSel=${marks[0]}, StopSel=${marks[1]}`
  const { rows } = await db.execute<{ marked: string }>(sql`
    select ts_headline('english', plain, ${query}, ${options}) as marked
    from unnest(${sql.param(texts)}::text[]) with ordinality as given (plain, place) order by place`)
  return rows.map(({ marked }) => marked)
}

/** How the texts of these stories begin, by id: enough of each to find a passage in. */
export async function listBeginnings(db: Db, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ id: string; text: string }>(sql`
    select id, left(content_text, ${beginningMost}) as text from contents
    where not is_draft and deleted_at is null and id = any(${sql.param(ids)}::uuid[])`)
  return new Map(rows.map(({ id, text }) => [id, text]))
}
