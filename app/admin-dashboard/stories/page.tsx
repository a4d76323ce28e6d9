import type { Metadata } from 'next'
import { AdminOnly } from '#app/admin-only.tsx'
import { AdminPage } from '#components/admin/admin-page.tsx'
import { StoryList } from '#components/admin/story-list.tsx'
import { unlistedMetadata } from '#lib/seo/metadata.ts'

export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return unlistedMetadata('Stories')
}

export default function AdminStoriesPage() {
  return (
    <AdminOnly>
      {() => (
        <AdminPage
          current="stories"
          title="Stories"
          text="Everything that was written here, drafts and deleted stories too. A deleted story can be brought back for 30 days."
        >
          <StoryList />
        </AdminPage>
      )}
    </AdminOnly>
  )
}
