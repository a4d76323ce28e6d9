import type { Context } from '../context.ts'
import { findByBook } from './write-repository.ts'

type StoryOfBook = { slug: string; title: string; isDraft: boolean }

/** A story about this book, whatever the case of the letters; a public one rather than a draft, whoever wrote it. */
export async function findStoryOfBook(
  { db }: Context,
  { name, author }: { name: string; author: string },
): Promise<StoryOfBook | undefined> {
  return findByBook(db, name, author)
}
