import { StoryList } from '#components/admin/story-list.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { AdminPage } from '../admin-page.tsx'

export const generateMetadata = () => unlistedMetadata('Stories')

export default function AdminStoriesPage() {
  return (
    <AdminPage
      path={adminPaths.adminStories}
      title="Stories"
      text="Every story, including drafts and deleted ones. A deleted story can be restored for 30 days."
    >
      <StoryList />
    </AdminPage>
  )
}
