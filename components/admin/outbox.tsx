import { TitledSection } from '#components/ui/titled-section.tsx'
import type { OutboxMail } from '#contract/mails.ts'

/** Without a mail server emails are files. Their text stays there: it may carry a link to a person's account. */
export function Outbox({ mails }: { mails: OutboxMail[] }) {
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
