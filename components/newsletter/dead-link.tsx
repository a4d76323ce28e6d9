import { buttonStyle } from '#components/ui/button-style.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { LineLink } from '#components/ui/links.tsx'
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
        {wanted !== 'unsubscribe' && (
          <a href={paths.subscribe} className={buttonStyle.primary}>
            Subscribe again
          </a>
        )}
        <a href={paths.home} className={buttonStyle[wanted === 'unsubscribe' ? 'primary' : 'secondary']}>
          Return to Home
        </a>
      </div>
      <LineLink href={paths.contact}>Still need help? Contact us</LineLink>
    </div>
  )
}
