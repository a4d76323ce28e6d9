import { ReportedStories } from '#components/admin/reported-stories.tsx'
import { ReportedThanks } from '#components/admin/reported-thanks.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { AdminPage } from '../admin-page.tsx'

export const generateMetadata = () => unlistedMetadata('Reports')

export default function AdminReportsPage() {
  return (
    <AdminPage
      path={adminPaths.adminReports}
      title="Reports"
      text="Stories that readers have reported, and thanks that writers have. Nobody is told what you decide: it is only in the audit."
    >
      <ReportedStories />
      <ReportedThanks />
    </AdminPage>
  )
}
