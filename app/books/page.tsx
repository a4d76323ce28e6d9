import { ContentListView, contentListMetadata, loadCategory } from '#app/content-list.tsx'
import { answerMetadata, answerPage } from '#app/failure-answer.tsx'
import { oneValue, type SearchParams } from '#app/route-params.ts'
import { paths } from '#contract/paths.ts'

type Props = { searchParams: SearchParams }

async function load({ searchParams }: Props) {
  return loadCategory('book_summary', paths.books, oneValue((await searchParams).cursor))
}

export const generateMetadata = (props: Props) => answerMetadata(load(props), contentListMetadata)

export default function BooksPage(props: Props) {
  return answerPage(load(props), (list) => <ContentListView list={list} />)
}
