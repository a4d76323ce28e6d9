import { OwnStories } from '#components/my-stories/own-stories.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { privateMetadata } from '#lib/seo/metadata.ts'

const title = 'Your stories'

export const generateMetadata = () => privateMetadata(title)

export default function OwnStoriesPage() {
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-8 px-4 py-10 md:px-6 md:py-16">
      <PageHeading title={title} text="Everything you have written, and what readers made of it." />
      <OwnStories />
    </div>
  )
}
