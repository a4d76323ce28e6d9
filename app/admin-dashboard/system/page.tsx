import type { Metadata } from 'next'
import { AdminOnly } from '#app/admin-only.tsx'
import { ask, FailurePanel, listFailureMessage } from '#app/failure-answer.tsx'
import { AdminPage } from '#components/admin/admin-page.tsx'
import { Outbox } from '#components/admin/outbox.tsx'
import { SystemPanel } from '#components/admin/system-panel.tsx'
import { getOutbox } from '#lib/api/mails.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import type { Viewer } from '#lib/session/caller.ts'

export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return unlistedMetadata('System')
}

export default function AdminSystemPage() {
  return <AdminOnly>{(viewer) => <System viewer={viewer} />}</AdminOnly>
}

async function System({ viewer }: { viewer: Viewer }) {
  const outbox = await ask(getOutbox(viewer.as))
  return (
    <AdminPage current="system" title="System" text="Whether the parts of this site are working.">
      <SystemPanel />
      {outbox.ok ? (
        outbox.value && <Outbox mails={outbox.value} />
      ) : (
        <FailurePanel failure={outbox.failure} message={listFailureMessage(outbox.failure)} />
      )}
    </AdminPage>
  )
}
