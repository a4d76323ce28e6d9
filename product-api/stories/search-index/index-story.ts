import { isDeepStrictEqual } from 'node:util'
import type { Db } from '#platform/db/client.ts'
import { countWords, deleteDocument, findIndexedAuthor, writeDocument } from './repository.ts'
import { distinctWords, searchableText } from './searchable-text.ts'

/** A tsvector has at most 1 MB of words; this much text in any script stays below. */
const bodyMost = { characters: 500_000, bytes: 600_000 }

/** What a published story is found by. */
export type SearchDocument = {
  id: string
  publishedAt: Date
  title: string
  subTitle: string
  author: string
  text: string
}

/**
 * Brings the index from how a story was found to how it is found now; undefined if it is or was not public. The author's
 * name of before is the index's own: an account's name changes at once, and its stories are found by the new one later.
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
