import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'

/** Only the newest hits are ranked: ranking reads every hit's vector, and a common word has tens of thousands. */
export const rankedMost = 1_000
/** Stories with a phrase's words that are read for the phrase itself; the index doesn't know which words are neighbours. */
const phraseCandidatesMost = 3_000
const completionsMost = 8
const neighboursMost = 40

export type CountedWord = { word: string; documents: number }

/** How many published stories there are, roughly, and how many have each word in any form; 0 for a stop word. */
export async function countWords(db: Db, words: string[]) {
  const { rows } = await db.execute<CountedWord & { is_stop: boolean; stories: number }>(sql`
    select word, stems = '{}' as is_stop,
           (select greatest(reltuples, 1)::float8 from pg_class where oid = 'contents'::regclass) as stories,
           (select coalesce(sum(known.documents), 0)::int from search_words as known where known.stem = stems[1]) as documents
    from unnest(${sql.param(words)}::text[]) as word, ts_lexize('english_stem', word) as stems`)
  return {
    stories: rows[0]?.stories ?? 1,
    documents: new Map(rows.map(({ word, documents }) => [word, documents])),
    unknown: new Set(rows.filter((row) => !row.is_stop && row.documents === 0).map(({ word }) => word)),
  }
}

/** The commonest words that begin so. */
export async function listCompletions(db: Db, beginning: string): Promise<CountedWord[]> {
  const { rows } = await db.execute<CountedWord>(sql`
    select word, documents from search_words
    where word like ${`${beginning.replace(/[\\%_]/g, '\\$&')}%`} and documents > 0
    order by documents desc, word limit ${completionsMost}`)
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
 * `walk`: go through the stories from the newest, reading each one's vector; right where a good part of them matches.
 * `gather`: take all matches from the index, then the newest of them; right where few match.
 */
export type SearchPlan = 'walk' | 'gather'

export type RankedQuery = {
  /** What a hit must match. */
  query: SQL
  /** What the index can say of it: the same, with phrases as their words. Undefined where it says all. */
  candidates: SQL | undefined
  plan: SearchPlan
}

/** The ids of the best hits among the newest, best first. */
export async function listRanked(
  db: Db,
  { query, candidates, plan }: RankedQuery,
  page: { offset: number; limit: number },
): Promise<string[]> {
  const indexed = candidates ?? query
  const most = candidates ? phraseCandidatesMost : rankedMost
  const newest =
    plan === 'gather'
      ? sql`newest_matches(${indexed}, ${most})`
      : sql`(
          select id, published_at, search from contents
          where not is_draft and deleted_at is null and search @@ (${indexed})
          order by published_at desc, id desc limit ${most})`
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from ${newest} as newest
    ${candidates ? sql`where search @@ (${query})` : sql``}
    order by ts_rank(search, ${query}) desc, published_at desc, id desc
    offset ${page.offset} limit ${page.limit}`)
  return rows.map(({ id }) => id)
}

/** These folded texts with the matching words between the two control characters. */
export async function listMarked(db: Db, query: SQL, texts: string[], marks: [string, string]): Promise<string[]> {
  const options = `HighlightAll=true, StartSel=${marks[0]}, StopSel=${marks[1]}`
  const { rows } = await db.execute<{ marked: string }>(sql`
    select ts_headline('english', plain, ${query}, ${options}) as marked
    from unnest(${sql.param(texts)}::text[]) with ordinality as given (plain, place) order by place`)
  return rows.map(({ marked }) => marked)
}
