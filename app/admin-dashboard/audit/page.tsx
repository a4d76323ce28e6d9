import { AuditList } from '#components/admin/audit-list.tsx'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { AdminPage } from '../admin-page.tsx'

export const generateMetadata = () => unlistedMetadata('Audit')

export default function AdminAuditPage() {
  return (
    <AdminPage current="audit" text="Who did what, when and from where. Entries are kept for a year.">
      <AuditList />
    </AdminPage>
  )
}
