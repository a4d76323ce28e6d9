import { PrivatePodcast } from '#components/my-stories/private-podcast.tsx'
import { SavedArticles } from '#components/my-stories/saved-articles.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { privateMetadata } from '#lib/seo/metadata.ts'

const title = 'Saved Articles'

export const generateMetadata = () => privateMetadata(title)

export default function SavedArticlesPage() {
  return (
    <div className="mx-auto flex w-full max-w-framed flex-col gap-8 px-4 py-10 md:px-6 md:py-16">
      <PageHeading title={title} />
      <SavedArticles>
        <PrivatePodcast />
      </SavedArticles>
    </div>
  )
}
