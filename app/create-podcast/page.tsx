import { AdminPage } from '#app/admin-dashboard/admin-page.tsx'
import { CreatePodcast } from '#components/podcast/create-podcast.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'

export const generateMetadata = () => unlistedMetadata('Create a podcast')

export default function CreatePodcastPage() {
  return (
    <AdminPage
      path={adminPaths.createPodcast}
      title="Generate Podcast"
      text="Turn a text into spoken audio, as an MP3 file."
    >
      <div className="flex max-w-framed flex-col gap-8">
        <CreatePodcast />
      </div>
    </AdminPage>
  )
}
