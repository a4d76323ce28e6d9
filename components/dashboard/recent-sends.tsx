import { shortState } from '#components/sends/describe-send.ts'
import { countOf } from '#components/ui/count-of.ts'
import { LineLink } from '#components/ui/links.tsx'
import { LocalDateTime } from '#components/ui/local-date-time.tsx'
import { TitledSection } from '#components/ui/titled-section.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import type { Send } from '#contract/sends.ts'

/** The latest sends and their results; everything else is on the page for sending. */
export function RecentSends({ sends }: { sends: readonly Send[] }) {
  return (
    <TitledSection id="recent-sends" title="Latest sends" className="flex min-w-0 flex-col gap-3">
      {sends.length === 0 ? (
        <p className="text-soft">Nothing has been sent yet.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {sends.map((send) => (
            <li key={send.id} className="flex flex-col gap-0.5 py-3">
              <p className="wrap-anywhere text-ui font-semibold">
                {send.about}
                {send.env === 'test' && ' (test)'}
              </p>
              <p className="text-small text-soft tabular-nums">
                {shortState(send)}: {outcomeOf(send)}
              </p>
              <p className="text-small text-faint">
                <LocalDateTime iso={send.created_at} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <LineLink href={adminPaths.sendNewsletters}>All sends</LineLink>
    </TitledSection>
  )
}

function outcomeOf({ figures: { recipients, sent, bounced, failed } }: Send): string {
  const parts = [`${sent.toLocaleString('en-GB')} of ${countOf(recipients, 'email')} sent`]
  if (bounced > 0) parts.push(`${bounced.toLocaleString('en-GB')} bounced`)
  if (failed > 0) parts.push(`${failed.toLocaleString('en-GB')} failed`)
  return parts.join(', ')
}
