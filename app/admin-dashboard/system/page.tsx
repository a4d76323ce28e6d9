import { ask, FailurePanel, listFailureMessage } from '#app/failure-answer.tsx'
import { Outbox } from '#components/admin/outbox.tsx'
import { SystemPanel } from '#components/admin/system-panel.tsx'
import type { OutboxMail } from '#contract/mails.ts'
import type { CallAs } from '#lib/api/client.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { readAs } from '#lib/api/read.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { AdminPage } from '../admin-page.tsx'

export const generateMetadata = () => unlistedMetadata('System')

export default function AdminSystemPage() {
  return (
    <AdminPage current="system" text="Whether the parts of this site are working.">
      {({ as }) => <System as={as} />}
    </AdminPage>
  )
}

async function System({ as }: { as: CallAs }) {
  const outbox = await ask(getOutbox(as))
  return (
    <>
      <SystemPanel />
      {outbox.ok ? (
        outbox.value && <Outbox mails={outbox.value} />
      ) : (
        <FailurePanel failure={outbox.failure} message={listFailureMessage(outbox.failure)} />
      )}
    </>
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
