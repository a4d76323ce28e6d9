import type { Metadata } from 'next'
import { ContentListView, contentListMetadata, loadCategory } from '#app/content-list.tsx'
import { ask, FailureAnswer, failureMetadata, MissingAnswer, missingMetadata } from '#app/failure-answer.tsx'
import { oneValue, type SearchParams } from '#app/route-params.ts'
import { paths } from '#contract/paths.ts'

export const dynamic = 'force-dynamic'

type Props = { searchParams: SearchParams }

async function load({ searchParams }: Props) {
  return loadCategory('book_summary', paths.books, oneValue((await searchParams).cursor))
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const asked = await ask(load(props))
  if (!asked.ok) return failureMetadata(asked.failure)
  return asked.value ? contentListMetadata(asked.value) : missingMetadata()
}

export default async function BooksPage(props: Props) {
  const asked = await ask(load(props))
  if (!asked.ok) return <FailureAnswer failure={asked.failure} />
  return asked.value ? <ContentListView list={asked.value} /> : <MissingAnswer />
}
