import { HeldStories } from '#components/admin/held-stories.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { site } from '#lib/site.ts'
import { AdminPage } from '../admin-page.tsx'

export const generateMetadata = () => unlistedMetadata('Waiting stories')

export default function AdminWaitingPage() {
  return (
    <AdminPage
      path={adminPaths.adminWaiting}
      title="Waiting stories"
      text="Followers of their authors have had them. They go to the subscribers of their category once you send them, and then appear in digests too."
    >
      <HeldStories categories={site().categories} />
    </AdminPage>
  )
}
