import type { ReactNode } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { lineLink } from '#components/ui/link-style.ts'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { paths } from '#contract/paths.ts'

type Props = {
  /** The purpose of the link. */
  wanted: 'confirm' | 'unsubscribe' | 'preferences'
  /** The server's message when the button was pressed. */
  failure?: string | undefined
}

const next = {
  confirm: 'If you still want the newsletter, subscribe again: you’ll get a new link.',
  unsubscribe: 'This link won’t send you any more emails. If emails still come, use the link in the latest one.',
  preferences: 'If emails still come, use the link in the latest one.',
}

/** Replaces a form whose link is no longer valid, and offers the next step. */
export function DeadLink({ wanted, failure }: Props) {
  const leaves = wanted === 'unsubscribe'
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <PageHeading title="This link no longer works" />
      {failure && (
        <FormNotice kind="failure" takesFocus>
          {failure}
        </FormNotice>
      )}
      <p className="text-pretty text-soft">
        We can’t find a subscription for this link. It may have ended already. {next[wanted]}
      </p>
      <div className="flex flex-col gap-3 md:flex-row">
        {!leaves && (
          <Way to={paths.subscribe} look="primary">
            Subscribe again
          </Way>
        )}
        <Way to={paths.home} look={leaves ? 'primary' : 'secondary'}>
          Return to Home
        </Way>
      </div>
      <a href={paths.contact} className={`${lineLink} self-start`}>
        Still need help? Contact us
      </a>
    </div>
  )
}

function Way({ to, look, children }: { to: string; look: keyof typeof buttonStyle; children: ReactNode }) {
  return (
    <a href={to} className={buttonStyle[look]}>
      {children}
    </a>
  )
}
