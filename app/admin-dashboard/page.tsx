import type { Metadata } from 'next'
import { AdminOnly } from '#app/admin-only.tsx'
import { ask, FailurePanel, listFailureMessage } from '#app/failure-answer.tsx'
import { buttonStyle } from '#components/ui/button-style.ts'
import { PageHeading } from '#components/ui/page-heading.tsx'
import type { OutboxMail } from '#contract/mails.ts'
import { paths } from '#contract/paths.ts'
import { type Counts, getCounts } from '#lib/api/counts.ts'
import { getOutbox } from '#lib/api/mails.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import type { Viewer } from '#lib/session/current-viewer.ts'

export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return unlistedMetadata('Admin Dashboard')
}

export default function AdminDashboardPage() {
  return <AdminOnly>{(viewer) => <Dashboard viewer={viewer} />}</AdminOnly>
}

async function Dashboard({ viewer }: { viewer: Viewer }) {
  const [asked, outbox] = await Promise.all([ask(getCounts(viewer.as)), ask(getOutbox(viewer.as))])
  return (
    <div className="mx-auto flex w-full max-w-framed flex-col gap-10 px-4 py-10 md:px-6 md:py-16">
      <PageHeading title="Admin Dashboard" />
      {asked.ok ? (
        <Figures counts={asked.value} />
      ) : (
        <FailurePanel failure={asked.failure} message={listFailureMessage(asked.failure)} />
      )}
      <div className="flex flex-col items-start gap-4">
        <p className="text-soft">Add Book works only on localhost</p>
        <a href={paths.addBook} className={buttonStyle.secondary}>
          Add Book
        </a>
      </div>
      <a href={paths.newsletterSubscribers} className={`${buttonStyle.secondary} self-start`}>
        Subscribers
      </a>
      {outbox.ok && outbox.value && <Outbox mails={outbox.value} />}
    </div>
  )
}

function Figures({ counts }: { counts: Counts }) {
  const figures = [
    { name: 'Total users', count: counts.users },
    { name: 'Total subscribers', count: counts.subscribers },
    { name: 'Total confirmed subscribers', count: counts.confirmedSubscribers },
  ]
  return (
    <dl className="grid gap-x-10 gap-y-6 md:grid-cols-3">
      {figures.map(({ name, count }) => (
        <div key={name} className="flex flex-col-reverse gap-1 border-t border-line pt-4">
          <dt className="text-small text-faint">{name}</dt>
          <dd className="font-serif text-heading font-semibold tabular-nums">{count}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Without a mail server mails are files. What they say stays there: it may carry a link to somebody's account. */
function Outbox({ mails }: { mails: OutboxMail[] }) {
  return (
    <section aria-labelledby="outbox" className="flex flex-col gap-4">
      <h2 id="outbox" className="font-serif text-lead font-semibold">
        Outbox
      </h2>
      <p className="max-w-sentence text-pretty text-soft">
        No mail server is set (SMTP_URL), so every mail is a file in the folder “outbox” of DATA_DIR.
        {mails.length === 0 ? ' There is none yet.' : ' The latest:'}
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
    </section>
  )
}
