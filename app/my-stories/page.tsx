import { OwnStories } from '#components/my-stories/own-stories.tsx'
import { LineLink } from '#components/ui/links.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { paths } from '#contract/paths.ts'
import { privateMetadata } from '#lib/seo/metadata.ts'

const title = 'Your stories'

export const generateMetadata = () => privateMetadata(title)

export default function OwnStoriesPage() {
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-8 px-4 py-10 md:px-6 md:py-16">
      <div className="flex flex-col items-start gap-2">
        <PageHeading title={title} text="Everything you have written, and what readers made of it." />
        <LineLink href={paths.myThanks}>Thanks from readers</LineLink>
      </div>
      <OwnStories />
    </div>
  )
}
