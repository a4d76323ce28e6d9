import type { Metadata } from 'next'
import { AdminOnly } from '#app/admin-only.tsx'
import { AdminPage } from '#components/admin/admin-page.tsx'
import { AuditList } from '#components/admin/audit-list.tsx'
import { unlistedMetadata } from '#lib/seo/metadata.ts'

export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return unlistedMetadata('Audit')
}

export default function AdminAuditPage() {
  return (
    <AdminOnly>
      {() => (
        <AdminPage current="audit" title="Audit" text="Who did what, when and from where. Entries are kept for a year.">
          <AuditList />
        </AdminPage>
      )}
    </AdminOnly>
  )
}
