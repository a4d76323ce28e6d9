import type { SQL } from 'drizzle-orm'
import type { SearchHit, Segment } from '#contract/stories.ts'
import { tags } from '#contract/tags.ts'
import type { Context } from '#platform/context.ts'
import { decodeCursor, encodeCursor } from '#platform/db/paging.ts'
import { clientOf } from '#platform/limits/limits.ts'
import type { CardRow } from '../display/card-columns.ts'
import { listByIds } from '../list-stories.ts'
import { fold } from '../search-index/fold-text.ts'
import { correctWords } from './correct-words.ts'
import { findPassage, marks, segmentsOf } from './highlight.ts'
import {
  type Branch,
  type Completions,
  candidateQuery,
  parseQuery,
  type Query,
  type Term,
  tsquery,
  wantedWords,
} from './query.ts'
import * as repository from './repository.ts'
import { type CountedWord, countWords, listCompletions, type SearchPlan } from './repository.ts'

type Highlights = NonNullable<SearchHit['highlights']>
type SearchPage = {
  hits: { row: CardRow; highlights: Highlights }[]
  nextCursor: string | undefined
  /** The text that was searched for, if a word seemed mistyped. */
  corrected: string | undefined
  /** All words that were asked for are in nearly every story (`the`, `of`): they find nothing. */
  isTooCommon: boolean
}

type SearchInput = { content: string; cursor?: string | undefined; limit: number }

const nothing: SearchPage = { hits: [], nextCursor: undefined, corrected: undefined, isTooCommon: false }

/**
 * Published stories for what a person typed, best first among the newest thousand hits. The last word may be a beginning,
 * a word that no story has is taken for the likeliest one that it was meant to be.
 * @throws Problem `too_many_requests`.
 */
export async function searchStories(ctx: Context, asked: SearchInput): Promise<SearchPage> {
  await ctx.limits.take('search', clientOf(ctx.caller))
  return findStories(ctx, asked)
}

/** Like `searchStories`, but without a rate limit. */
export async function findStories(ctx: Context, { content, cursor, limit }: SearchInput): Promise<SearchPage> {
  ctx.shows([tags.search])
  const offset = decodeCursor(cursor, readOffset) ?? 0
  const typed = parseQuery(content)
  if (typed.branches.length === 0) return nothing

  const { branches, completions, endsWithWord, counts, corrected, isTooCommon } = await understandQuery(
    ctx,
    content,
    typed,
  )
  if (isTooCommon) return { ...nothing, isTooCommon }
  const query = tsquery(branches, completions)
  const asked = {
    query,
    candidates: candidateQuery(branches, completions),
    preferred: endsWithWord && completions.size > 0 ? tsquery(branches, new Map()) : undefined,
    plan: planSearch(branches, counts),
  }
  const most = Math.min(limit, repository.rankedMost - offset)
  const ids = await repository.listRanked(ctx.db, asked, { offset, limit: most + 1 })
  const rows = await listByIds(ctx, ids.slice(0, most))
  const next = offset + most
  const words = branches.flat().flatMap((term) => (term.excluded ? [] : wordsOfTerm(term)))
  return {
    hits: await highlight(ctx, query, rows, [...words, ...words.flatMap((word) => completions.get(word) ?? [])]),
    nextCursor: ids.length > most && next < repository.rankedMost ? encodeCursor(`offset.${next}`) : undefined,
    corrected,
    isTooCommon,
  }
}

function readOffset(text: string): number | undefined {
  const offset = Number(/^offset\.(\d{1,4})$/.exec(text)?.[1] ?? Number.NaN)
  return offset >= 0 && offset < repository.rankedMost ? offset : undefined
}

async function highlight(ctx: Context, query: SQL, rows: CardRow[], words: string[]): Promise<SearchPage['hits']> {
  if (rows.length === 0) return []
  const shown = rows.flatMap((row) => [row.title, row.excerpt])
  const segments = await mark(ctx, query, shown)
  const hits = rows.map((row, place) => ({
    row,
    highlights: { title: segments[place * 2] ?? [], excerpt: segments[place * 2 + 1] ?? [] },
  }))
  const unmarked = hits.filter(
    ({ highlights }) => ![...highlights.title, ...highlights.excerpt].some(({ match }) => match),
  )
  const unmarkedIds = unmarked.map(({ row }) => row.id)
  const beginnings =
    unmarked.length > 0 ? await repository.listBeginnings(ctx.db, unmarkedIds) : new Map<string, string>()
  const passages = unmarked.map(({ row }) => findPassage(beginnings.get(row.id) ?? '', words) ?? row.excerpt)
  const marked = await mark(ctx, query, passages)
  for (const [place, { highlights }] of unmarked.entries()) highlights.excerpt = marked[place] ?? highlights.excerpt
  return hits
}

async function mark(ctx: Context, query: SQL, texts: string[]): Promise<Segment[][]> {
  if (texts.length === 0) return []
  const marked = await repository.listMarked(ctx.db, query, texts.map(fold), marks)
  return texts.map((text, place) => segmentsOf(text, marked[place] ?? ''))
}

const completedFrom = 2

/** Completes the last word if it is a beginning, corrects words that no story has, and counts what is left. */
async function understandQuery(ctx: Context, text: string, { branches, growing }: Query) {
  const words = [...new Set(branches.flat().flatMap(wordsOfTerm))]
  const [{ stories, documents }, completed] = await Promise.all([
    countWords(ctx.db, words),
    growing && growing.word.length >= completedFrom ? listCompletions(ctx.db, growing.word) : [],
  ])
  // Only stop words have no count. The last one may be the beginning of another word, but so are all of them.
  const wanted = branches.flat().filter(({ excluded }) => !excluded)
  const isTooCommon = wanted.flatMap(wordsOfTerm).every((word) => !documents.has(word))
  // Whether the last word is a whole word as typed, not only the beginning of others.
  const endsWithWord = growing !== undefined && (documents.get(growing.word) ?? 0) > 0
  const completions: Completions = new Map()
  if (growing && completed.length > 0) {
    completions.set(
      growing.word,
      completed.map(({ word }) => word),
    )
    documents.set(growing.word, documentsWithAny(completed, stories))
  }
  const understood = { completions, endsWithWord, isTooCommon, counts: { stories, documents } }
  const mistyped = wantedWords(branches).filter(({ word }) => documents.get(word) === 0)
  const correction = await correctWords(ctx, text, mistyped)
  if (!correction) return { ...understood, branches, corrected: undefined }
  for (const { word, documents: count } of correction.words) documents.set(word, count)
  return { ...understood, branches: parseQuery(correction.text).branches, corrected: correction.text }
}

/** Estimates the count as if the words occurred independently of each other. */
function documentsWithAny(words: CountedWord[], stories: number): number {
  const without = words.reduce((share, { documents }) => share * (1 - Math.min(1, documents / stories)), 1)
  return stories * (1 - without)
}

// Measured on 100,000 stories, on either database: both ways cost the same if three stories in ten match.
const evenSquare = 9_000

/** `documents` names no stop words: they neither find nor keep out. */
type WordCounts = { stories: number; documents: ReadonlyMap<string, number> }

/** Whether it is cheaper to walk through the stories until a thousand match, or to gather all that match. */
export function planSearch(branches: Branch[], counts: WordCounts): SearchPlan {
  const share = Math.min(
    1,
    branches.reduce((sum, terms) => sum + shareOfBranch(terms, counts), 0),
  )
  return share * share * counts.stories >= evenSquare ? 'walk' : 'gather'
}

/** Words of one story are neither independent nor always together: the middle between the two. */
function shareOfBranch(terms: Branch, counts: WordCounts): number {
  const shares = terms.filter(({ excluded }) => !excluded).flatMap((term) => sharesOfTerm(term, counts))
  if (shares.length === 0) return 0
  const together = Math.min(...shares)
  const independent = shares.reduce((product, share) => product * share, 1)
  return Math.sqrt(together * independent) * shareWithoutExcluded(terms, counts)
}

/** Excluded phrases do not count: most stories that have a phrase's words lack the phrase. */
function shareWithoutExcluded(terms: Branch, counts: WordCounts): number {
  const words = terms
    .filter(({ excluded, kind }) => excluded && kind === 'words')
    .map((term) => sharesOfTerm(term, counts))
  // A stop word keeps out nothing.
  return words.reduce(
    (rest, shares) => rest * (1 - (shares.length && shares.reduce((all, share) => all * share, 1))),
    1,
  )
}

function sharesOfTerm(term: Term, { stories, documents }: WordCounts): number[] {
  return wordsOfTerm(term).flatMap((word) => {
    const count = documents.get(word)
    return count === undefined ? [] : Math.min(1, count / stories)
  })
}

function wordsOfTerm(term: Term): string[] {
  return term.kind === 'phrase' ? term.text.split(/\s+/) : term.words.map(({ word }) => word)
}
