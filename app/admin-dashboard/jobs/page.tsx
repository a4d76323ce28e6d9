import { JobDesk } from '#components/admin/job-desk.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { AdminPage } from '../admin-page.tsx'

export const generateMetadata = () => unlistedMetadata('Jobs')

export default function AdminJobsPage() {
  return (
    <AdminPage
      path={adminPaths.adminJobs}
      title="Jobs"
      text="Work that runs in the background: emails, newsletters, scheduled stories. Failed jobs can be retried."
    >
      <JobDesk />
    </AdminPage>
  )
}
