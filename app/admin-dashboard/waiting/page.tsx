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
          text="Their followers have had them. They go to the subscribers of their category once you say so; those who get digests find them there."
        >
          <HeldStories productName={webEnv().PRODUCT_NAME} />
        </AdminPage>
      )}
    </AdminOnly>
  )
}
