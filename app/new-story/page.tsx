import { SignedInOnly } from '#app/page-access.tsx'
import { EditorPage } from '#components/editor/editor-page.tsx'
import { paths } from '#contract/paths.ts'
import { webEnv } from '#lib/env.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'

export const generateMetadata = () => unlistedMetadata('New story')

export default function NewStoryPage() {
  return (
    <SignedInOnly path={paths.newStory}>
      {({ user }) => <EditorPage productName={webEnv().PRODUCT_NAME} person={user} />}
    </SignedInOnly>
  )
}
