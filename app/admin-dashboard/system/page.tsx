import type { Metadata } from 'next'
import { AdminOnly } from '#app/admin-only.tsx'
import { ask, FailurePanel, listFailureMessage } from '#app/failure-answer.tsx'
import { AdminPage } from '#components/admin/admin-page.tsx'
import { Outbox } from '#components/admin/outbox.tsx'
import { SystemPanel } from '#components/admin/system-panel.tsx'
import type { OutboxMail } from '#contract/mails.ts'
import type { CallAs } from '#lib/api/client.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { readAs } from '#lib/api/read.ts'
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

/** The unsent emails in files; undefined if a mail server takes them. */
async function getOutbox(as: CallAs): Promise<OutboxMail[] | undefined> {
  try {
    return (await readAs(as, 'GET /mails/outbox')).body
  } catch (fault) {
    if (fault instanceof ApiFailure && fault.status === 404) return undefined
    throw fault
  }
}
