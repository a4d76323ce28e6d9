import { ask, FailurePanel, listFailureMessage } from '#app/failure-answer.tsx'
import { SystemPanel } from '#components/admin/system-panel.tsx'
import { TitledSection } from '#components/ui/titled-section.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import type { OutboxMail } from '#contract/mails.ts'
import type { CallAs } from '#lib/api/client.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { readAs } from '#lib/api/read.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { AdminPage } from '../admin-page.tsx'

export const generateMetadata = () => unlistedMetadata('System')

export default function AdminSystemPage() {
  return (
    <AdminPage
      path={adminPaths.adminSystem}
      title="System"
      text="Whether the parts of this site are working, and what to do if not. In a terminal, “npm run doctor” says the same."
    >
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

/** Without a mail server emails are files. Their text stays there: it may carry a link to a person's account. */
function Outbox({ mails }: { mails: OutboxMail[] }) {
  return (
    <TitledSection id="outbox" title="Outbox" className="flex flex-col gap-4">
      <p className="max-w-sentence text-pretty text-soft">
        No mail server is set (SMTP_URL), so every email is saved as a file in the folder “outbox” of DATA_DIR.
        {mails.length === 0 ? ' There are none yet.' : ' The latest:'}
      </p>
      {mails.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {mails.map(({ file, to, subject, written_at }) => (
            <li key={file} className="flex flex-col gap-0.5 py-2 wrap-anywhere">
              <span className="text-ui font-semibold">{subject}</span>
              <span className="text-small text-soft">To {to}</span>
              <span className="text-small text-faint">
                <time dateTime={written_at}>{written_at.slice(0, 19).replace('T', ' ')} UTC</time>, {file}
              </span>
            </li>
          ))}
        </ul>
      )}
    </TitledSection>
  )
}
