import { AdminOnly } from '#app/page-access.tsx'
import { PodcastFeed } from '#components/podcast/podcast-feed.tsx'
import { LineLink } from '#components/ui/links.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { filePaths } from '#contract/file-paths.ts'
import { webEnv } from '#lib/env.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'

export const generateMetadata = () => unlistedMetadata('Podcasts')

export default function PodcastsPage() {
  return (
    <AdminOnly>
      <div className="mx-auto flex w-full max-w-page flex-col gap-8 px-4 py-10 md:px-6 md:py-16">
        <div className="flex flex-col gap-2">
          <PageHeading title="Podcast Feed" text="Texts turned into spoken audio." />
          <p className="flex flex-wrap gap-x-6">
            <LineLink href={adminPaths.createPodcast}>Generate Podcast</LineLink>
            <LineLink href={filePaths.podcastFeed}>Public feed (RSS)</LineLink>
          </p>
        </div>
        <PodcastFeed productName={webEnv().PRODUCT_NAME} />
      </div>
    </AdminOnly>
  )
}
