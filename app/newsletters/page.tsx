import { answerMetadata, answerPage } from '#app/failure-answer.tsx'
import { oneValue, type SearchParams } from '#app/route-params.ts'
import { EditionList } from '#components/archive/edition-list.tsx'
import { buttonStyle } from '#components/ui/button-style.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { AsideLayout } from '#components/ui/page-layouts.tsx'
import { feedPath, pagePath, paths } from '#contract/paths.ts'
import { read } from '#lib/api/read.ts'
import { listMetadata } from '#lib/seo/metadata.ts'
import { site } from '#lib/site.ts'

type Props = { searchParams: SearchParams }

const editionsPerPage = 20

async function load({ searchParams }: Props) {
  const cursor = oneValue((await searchParams).cursor)
  const { body, nextCursor } = await read('GET /newsletters/archive', { query: { cursor, limit: editionsPerPage } })
  return { editions: body, cursor, nextCursor }
}

const described = () => `Every newsletter that ${site().name} has sent, newest first.`

export const generateMetadata = (props: Props) =>
  answerMetadata(load(props), ({ editions, ...place }) => {
    const page = { title: 'Newsletters', description: described(), path: paths.newsletters }
    return listMetadata({ ...page, ...place, newest: editions[0]?.sent_at })
  })

export default function NewslettersPage(props: Props) {
  return answerPage(load(props), ({ editions, nextCursor }) => (
    <AsideLayout
      aside={
        <>
          <PageHeading title="Newsletters" text={described()} />
          <p className="flex flex-wrap gap-x-5 text-ui lg:flex-col lg:gap-y-2">
            <TextLink href={paths.subscribe}>Subscribe</TextLink>
            <TextLink href={feedPath(paths.newsletters, 'rss')}>RSS feed</TextLink>
          </p>
        </>
      }
    >
      {editions.length === 0 ? (
        <EmptyState
          title="No newsletter yet"
          text="What is sent to subscribers can be read here afterwards."
          action={
            <a href={paths.subscribe} className={buttonStyle.primary}>
              Subscribe
            </a>
          }
        />
      ) : (
        <EditionList editions={editions} />
      )}
      {nextCursor && (
        <a href={pagePath(paths.newsletters, nextCursor)} rel="next" className={`${buttonStyle.secondary} mt-8`}>
          Earlier newsletters
        </a>
      )}
    </AsideLayout>
  ))
}
