import { ask, OwnersFailureAnswer } from '#app/failure-answer.tsx'
import { figureRange } from '#app/figure-range.ts'
import { SignedInOnly } from '#app/page-access.tsx'
import { decodedParam, oneValue } from '#app/route-params.ts'
import { sumOf } from '#components/dashboard/chart-points.ts'
import { TopStories } from '#components/dashboard/top-stories.tsx'
import { ReadersView } from '#components/readers/readers-view.tsx'
import { figureRanges } from '#contract/dashboard.ts'
import { filePaths } from '#contract/file-paths.ts'
import { paths } from '#contract/paths.ts'
import { readAs } from '#lib/api/read.ts'
import { movedPermanently } from '#lib/renderer/render-context.ts'
import { privateMetadata } from '#lib/seo/metadata.ts'
import { site } from '#lib/site.ts'

export const generateMetadata = () => privateMetadata('Readers of your publication')

const signedOut = { title: 'You’re logged out', text: 'Your session has ended. Log in again to see your readers.' }

export default async function PublicationReadersPage(props: PageProps<'/publication/[publication]/readers'>) {
  const slug = decodedParam((await props.params).publication)
  const days = figureRange(oneValue((await props.searchParams).days), 7)
  return (
    <SignedInOnly path={paths.publicationReaders(slug)} signedOut={signedOut}>
      {async ({ as }) => {
        const input = { params: { publication: slug }, query: { days } }
        const asked = await ask(readAs(as, 'GET /readers/publications/:publication', input))
        if (!asked.ok) return <OwnersFailureAnswer failure={asked.failure} />
        const { publication, stories, ...readers } = asked.value.body
        // The address named the publication by a former slug, or by its name.
        if (slug !== publication.slug) movedPermanently(paths.publicationReaders(publication.slug))
        return (
          <ReadersView
            readers={readers}
            of={{ name: publication.name, href: paths.publication(publication.slug) }}
            siteName={site().name}
            ranges={figureRanges}
            path={paths.publicationReaders(publication.slug)}
            csvPath={filePaths.publicationReadersCsv(publication.slug)}
          >
            <TopStories stories={stories} days={days} allReads={sumOf(readers.days, 'reads')} />
          </ReadersView>
        )
      }}
    </SignedInOnly>
  )
}
