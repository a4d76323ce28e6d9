import { AdminOnly } from '#app/page-access.tsx'
import { CreatePodcast } from '#components/podcast/create-podcast.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { unlistedMetadata } from '#lib/seo/metadata.ts'

export const generateMetadata = () => unlistedMetadata('Create a podcast')

export default function CreatePodcastPage() {
  return (
    <AdminOnly>
      <div className="mx-auto flex w-full max-w-framed flex-col gap-8 px-4 py-10 md:px-6 md:py-16">
        <PageHeading title="Generate Podcast" text="Turn a text into spoken audio, as an MP3 file." />
        <CreatePodcast />
      </div>
    </AdminOnly>
  )
}
