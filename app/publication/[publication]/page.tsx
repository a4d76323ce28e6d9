import type { Metadata } from 'next'
import { type ContentList, ContentListView, contentListMetadata, loadPublication } from '#app/content-list.tsx'
import { ask, FailureAnswer, failureMetadata } from '#app/failure-answer.tsx'
import { decodedParam, oneValue, type SearchParams } from '#app/route-params.ts'
import { PublicationOwner } from '#components/publication/publication-owner.tsx'
import { paths } from '#contract/paths.ts'
import { movedPermanently } from '#lib/page-cache/render-context.ts'

export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ publication: string }>; searchParams: SearchParams }

async function load({ params, searchParams }: Props): Promise<ContentList> {
  return loadPublication(decodedParam((await params).publication), oneValue((await searchParams).cursor))
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const asked = await ask(load(props))
  return asked.ok ? contentListMetadata(asked.value) : failureMetadata(asked.failure)
}

export default async function PublicationPage(props: Props) {
  const asked = await ask(load(props))
  if (!asked.ok) return <FailureAnswer failure={asked.failure} />
  const { publication } = await props.params
  // It was asked for by its name.
  if (asked.value.listPath !== paths.publication(decodedParam(publication))) movedPermanently(asked.value.listPath)
  return (
    <div className="relative">
      {asked.value.publication && <PublicationOwner publication={asked.value.publication} />}
      <ContentListView list={asked.value} />
    </div>
  )
}
