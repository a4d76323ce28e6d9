import { isDeepStrictEqual } from 'node:util'
import type { Db } from '#platform/db/client.ts'
import { distinctWords, searchableText } from './fold-text.ts'
import { countWords, deleteDocument, findIndexedAuthor, writeDocument } from './repository.ts'

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
  if (after) {
    const body = cutBytes(searchableText(after.text.slice(0, bodyMost.characters)), bodyMost.bytes)
    const [title, middle] = [after.title, `${after.subTitle} ${after.author}`].map(searchableText)
    await writeDocument(tx, { id: after.id, publishedAt: after.publishedAt, author: after.author, title, middle, body })
  } else if (before) {
    await deleteDocument(tx, before.id)
  }
  const had = new Set(before && wordsOf(before))
  const has = new Set(after && wordsOf(after))
  await countWords(tx, { added: [...has.difference(had)], removed: [...had.difference(has)] })
}

function wordsOf({ title, subTitle, author, text }: SearchDocument): string[] {
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
