import { ContentListBody, contentListMetadata, loadPublication } from '#app/content-list.tsx'
import { answerMetadata, answerPage } from '#app/failure-answer.tsx'
import { decodedParam, oneValue, type SearchParams } from '#app/route-params.ts'
import { PublicationHeader } from '#components/publication/publication-header.tsx'
import { PublicationOwner } from '#components/publication/publication-owner.tsx'
import { paths } from '#contract/paths.ts'
import { movedPermanently } from '#lib/renderer/render-context.ts'
import { site } from '#lib/site.ts'

type Props = { params: Promise<{ publication: string }>; searchParams: SearchParams }

async function load({ params, searchParams }: Props) {
  return loadPublication(decodedParam((await params).publication), oneValue((await searchParams).cursor))
}

export const generateMetadata = (props: Props) => answerMetadata(load(props), contentListMetadata)

export default async function PublicationPage(props: Props) {
  const asked = decodedParam((await props.params).publication)
  return answerPage(load(props), (list) => {
    // It was asked for by its name or a former address.
    if (list.listPath !== paths.publication(asked)) movedPermanently(list.listPath)
    return (
      <div className="relative mx-auto flex w-full max-w-rows flex-col gap-10 px-4 py-12 md:px-6 md:py-16">
        <PublicationOwner publication={list.publication} />
        <PublicationHeader publication={list.publication} known={site().categories} />
        <div>
          <ContentListBody list={list} />
        </div>
      </div>
    )
  })
}
