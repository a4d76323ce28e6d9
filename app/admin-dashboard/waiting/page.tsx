import type { Metadata } from 'next'
import { AdminOnly } from '#app/admin-only.tsx'
import { AdminPage } from '#components/admin/admin-page.tsx'
import { HeldStories } from '#components/admin/held-stories.tsx'
import { webEnv } from '#lib/env.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'

export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return unlistedMetadata('Waiting stories')
}

export default function AdminWaitingPage() {
  return (
    <AdminOnly>
      {() => (
        <AdminPage
          current="waiting"
          title="Waiting stories"
          text="Followers of their authors have had them. They go to the subscribers of their category once you send them, and then appear in digests too."
        >
          <HeldStories productName={webEnv().PRODUCT_NAME} />
        </AdminPage>
      )}
    </AdminOnly>
  )
}
