import { ContentListView, contentListMetadata, loadPublication } from '#app/content-list.tsx'
import { answerMetadata, answerPage } from '#app/failure-answer.tsx'
import { decodedParam, oneValue, type SearchParams } from '#app/route-params.ts'
import { PublicationOwner } from '#components/publication/publication-owner.tsx'
import { paths } from '#contract/paths.ts'
import { movedPermanently } from '#lib/page-cache/render-context.ts'

type Props = { params: Promise<{ publication: string }>; searchParams: SearchParams }

async function load({ params, searchParams }: Props) {
  return loadPublication(decodedParam((await params).publication), oneValue((await searchParams).cursor))
}

export const generateMetadata = (props: Props) => answerMetadata(load(props), contentListMetadata)

export default async function PublicationPage(props: Props) {
  const asked = decodedParam((await props.params).publication)
  return answerPage(load(props), (list) => {
    // It was asked for by its name.
    if (list.listPath !== paths.publication(asked)) movedPermanently(list.listPath)
    return (
      <div className="relative">
        {list.publication && <PublicationOwner publication={list.publication} />}
        <ContentListView list={list} />
      </div>
    )
  })
}
