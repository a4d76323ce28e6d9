import { AdminPage } from '#app/admin-dashboard/admin-page.tsx'
import { PodcastFeed } from '#components/podcast/podcast-feed.tsx'
import { LineLink } from '#components/ui/links.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { filePaths } from '#contract/file-paths.ts'
import { paths } from '#contract/paths.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { site } from '#lib/site.ts'

export const generateMetadata = () => unlistedMetadata('Podcasts')

export default function PodcastsPage() {
  return (
    <AdminPage path={adminPaths.podcasts} title="Podcast Feed" text="Texts turned into spoken audio.">
      <p className="-mt-6 flex flex-wrap gap-x-6">
        <LineLink href={filePaths.podcastFeed}>Public feed (RSS)</LineLink>
        <LineLink href={`${paths.bookmarks}#private-podcast`}>Your private podcast</LineLink>
      </p>
      <PodcastFeed productName={site().name} />
    </AdminPage>
  )
}
