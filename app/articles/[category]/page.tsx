import { ContentListView, contentListMetadata, loadCategory } from '#app/content-list.tsx'
import { answerMetadata, answerPage } from '#app/failure-answer.tsx'
import { decodedParam, oneValue, type SearchParams } from '#app/route-params.ts'
import { paths } from '#contract/paths.ts'

type Props = { params: Promise<{ category: string }>; searchParams: SearchParams }

async function load({ params, searchParams }: Props) {
  const category = decodedParam((await params).category)
  return loadCategory(category, paths.category(category), oneValue((await searchParams).cursor))
}

export const generateMetadata = (props: Props) => answerMetadata(load(props), contentListMetadata)

export default function CategoryPage(props: Props) {
  return answerPage(load(props), (list) => <ContentListView list={list} />)
}
