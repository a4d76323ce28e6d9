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
          text="Every story, including drafts and deleted ones. A deleted story can be restored for 30 days."
        >
          <StoryList />
        </AdminPage>
      )}
    </AdminOnly>
  )
}
