import type { SQL } from 'drizzle-orm'
import type { SearchHit } from '#contract/contents.ts'
import { listByIds } from '../contents/read-service.ts'
import type { CardRow } from '../contents/rows.ts'
import type { Context } from '../context.ts'
import { correctWords } from './correction.ts'
import { decodeOffset, encodeOffset } from './cursor.ts'
import { marks, segmentsOf } from './highlight.ts'
import { planSearch, wordsOfTerm } from './plan.ts'
import { parseQuery, type Query, wantedWords } from './query.ts'
import * as repository from './repository.ts'
import { fold } from './text.ts'
import { type Completions, candidateQuery, tsquery } from './tsquery.ts'

type Highlights = NonNullable<SearchHit['highlights']>
export type SearchPage = {
  hits: { row: CardRow; highlights: Highlights }[]
  nextCursor: string | undefined
  /** What was really looked for, where a word seemed mistyped. */
  corrected: string | undefined
}

const nothing: SearchPage = { hits: [], nextCursor: undefined, corrected: undefined }
const completedFrom = 2

/**
 * Published stories for what a person typed, best first among the newest thousand hits. The last word may be a beginning,
 * a word that no story has is taken for the likeliest one that it was meant to be.
 */
export async function searchStories(
  ctx: Context,
  { content, cursor, limit }: { content: string; cursor?: string; limit: number },
): Promise<SearchPage> {
  const offset = cursor ? decodeOffset(cursor) : 0
  const typed = parseQuery(content)
  if (typed.branches.length === 0) return nothing

  const { branches, completions, counts, corrected } = await understand(ctx, content, typed)
  const query = tsquery(branches, completions)
  const asked = {
    query,
    candidates: candidateQuery(branches, completions),
    preferred: completions.size > 0 ? tsquery(branches, new Map()) : undefined,
    plan: planSearch(branches, counts),
  }
  const most = Math.min(limit, repository.rankedMost - offset)
  const ids = await repository.listRanked(ctx.db, asked, { offset, limit: most + 1 })
  const rows = await listByIds(ctx, ids.slice(0, most))
  const next = offset + most
  return {
    hits: await highlight(ctx, query, rows),
    nextCursor: ids.length > most && next < repository.rankedMost ? encodeOffset(next) : undefined,
    corrected,
  }
}

/** Completes the last word where it is a beginning, puts right what no story has, and counts what is left. */
async function understand(ctx: Context, text: string, { branches, growing }: Query) {
  const words = [...new Set(branches.flat().flatMap(wordsOfTerm))]
  const [{ stories, documents }, completed] = await Promise.all([
    repository.countWords(ctx.db, words),
    growing && growing.word.length >= completedFrom ? repository.listCompletions(ctx.db, growing.word) : [],
  ])
  const completions: Completions = new Map()
  if (growing && completed.length > 0) {
    completions.set(
      growing.word,
      completed.map(({ word }) => word),
    )
    documents.set(growing.word, Math.max(documents.get(growing.word) ?? 0, completed[0]?.documents ?? 0))
  }
  const counts = { stories, documents }
  const mistyped = wantedWords(branches).filter(({ word }) => documents.get(word) === 0)
  const correction = await correctWords(ctx, text, mistyped)
  if (!correction) return { branches, completions, counts, corrected: undefined }
  for (const { word, documents: count } of correction.words) documents.set(word, count)
  return { branches: parseQuery(correction.text).branches, completions, counts, corrected: correction.text }
}

async function highlight(ctx: Context, query: SQL, rows: CardRow[]): Promise<SearchPage['hits']> {
  if (rows.length === 0) return []
  const texts = rows.flatMap((row) => [row.title, row.excerpt])
  const marked = await repository.listMarked(ctx.db, query, texts.map(fold), marks)
  const segments = texts.map((text, place) => segmentsOf(text, marked[place] ?? ''))
  return rows.map((row, place) => ({
    row,
    highlights: { title: segments[place * 2] ?? [], excerpt: segments[place * 2 + 1] ?? [] },
  }))
}
