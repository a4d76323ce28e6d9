import type { Metadata } from 'next'
import { type ContentList, ContentListView, contentListMetadata, loadCategory } from '#app/content-list.tsx'
import { ask, FailureAnswer, failureMetadata, MissingAnswer, missingMetadata } from '#app/failure-answer.tsx'
import { decodedParam, oneValue, type SearchParams } from '#app/route-params.ts'
import { paths } from '#contract/paths.ts'

export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ category: string }>; searchParams: SearchParams }

async function load({ params, searchParams }: Props): Promise<ContentList | undefined> {
  const category = decodedParam((await params).category)
  return loadCategory(category, paths.category(category), oneValue((await searchParams).cursor))
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const asked = await ask(load(props))
  if (!asked.ok) return failureMetadata(asked.failure)
  return asked.value ? contentListMetadata(asked.value) : missingMetadata()
}

export default async function CategoryPage(props: Props) {
  const asked = await ask(load(props))
  if (!asked.ok) return <FailureAnswer failure={asked.failure} />
  return asked.value ? <ContentListView list={asked.value} /> : <MissingAnswer />
}
