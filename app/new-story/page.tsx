import { SignedInOnly } from '#app/page-access.tsx'
import { EditorPage } from '#components/editor/editor-page.tsx'
import { paths } from '#contract/paths.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { site } from '#lib/site.ts'

export const generateMetadata = () => unlistedMetadata('New story')

export default function NewStoryPage() {
  return (
    <SignedInOnly path={paths.newStory}>
      {({ user }) => <EditorPage categories={site().categories} person={user} />}
    </SignedInOnly>
  )
}
