import { ask, OwnersFailureAnswer } from '#app/failure-answer.tsx'
import { figureRange } from '#app/figure-range.ts'
import { SignedInOnly } from '#app/page-access.tsx'
import { decodedParam, oneValue } from '#app/route-params.ts'
import { storyTitle } from '#components/article/story-names.ts'
import { ReadersView } from '#components/readers/readers-view.tsx'
import { figureRanges } from '#contract/dashboard.ts'
import { filePaths } from '#contract/file-paths.ts'
import { paths } from '#contract/paths.ts'
import { readAs } from '#lib/api/read.ts'
import { movedPermanently } from '#lib/renderer/render-context.ts'
import { privateMetadata } from '#lib/seo/metadata.ts'
import { site } from '#lib/site.ts'

export const generateMetadata = () => privateMetadata('Readers of your story')

const signedOut = { title: 'You’re logged out', text: 'Your session has ended. Log in again to see your readers.' }

export default async function StoryReadersPage({ params, searchParams }: PageProps<'/my-stories/[slug]/readers'>) {
  const slug = decodedParam((await params).slug)
  const days = figureRange(oneValue((await searchParams).days), 7)
  return (
    <SignedInOnly path={paths.storyReaders(slug)} signedOut={signedOut}>
      {async ({ as }) => {
        const asked = await ask(readAs(as, 'GET /readers/stories/:id', { params: { id: slug }, query: { days } }))
        if (!asked.ok) return <OwnersFailureAnswer failure={asked.failure} />
        const { body: readers } = asked.value
        const { story } = readers
        // The address named the story by a former slug, or by its id.
        if (slug !== story.slug) movedPermanently(paths.storyReaders(story.slug))
        return (
          <ReadersView
            readers={readers}
            of={{ name: storyTitle(story), href: paths.article(story.slug) }}
            siteName={site().name}
            ranges={figureRanges}
            path={paths.storyReaders(story.slug)}
            csvPath={filePaths.storyReadersCsv(story._id)}
          />
        )
      }}
    </SignedInOnly>
  )
}
