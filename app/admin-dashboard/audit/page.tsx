import { AuditList } from '#components/admin/audit-list.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { AdminPage } from '../admin-page.tsx'

export const generateMetadata = () => unlistedMetadata('Audit')

export default function AdminAuditPage() {
  return (
    <AdminPage
      path={adminPaths.adminAudit}
      title="Audit"
      text="Who did what, when and from where. Entries are kept for a year."
    >
      <AuditList />
    </AdminPage>
  )
}
