import type { Metadata } from 'next'
import { AdminOnly } from '#app/admin-only.tsx'
import { AdminPage } from '#components/admin/admin-page.tsx'
import { JobDesk } from '#components/admin/job-desk.tsx'
import { unlistedMetadata } from '#lib/seo/metadata.ts'

export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return unlistedMetadata('Jobs')
}

export default function AdminJobsPage() {
  return (
    <AdminOnly>
      {() => (
        <AdminPage
          current="jobs"
          title="Jobs"
          text="Work that runs in the background: emails, newsletters, scheduled stories. Failed jobs can be retried."
        >
          <JobDesk />
        </AdminPage>
      )}
    </AdminOnly>
  )
}
