import { buttonStyle } from '#components/ui/button-style.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { lineLink } from '#components/ui/link-style.ts'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { paths } from '#contract/paths.ts'

/** Replaces the form for a new password if its link is dead: there is nothing to fill in. */
export function DeadAccountLink({ isAtLoad = false }: { isAtLoad?: boolean }) {
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <PageHeading title="This link no longer works" />
      <FormNotice kind="failure" takesFocus={isAtLoad ? 'at load' : true}>
        It has expired, or it has been used already. Each link works once, for one hour.
      </FormNotice>
      <a href={paths.forgotPassword} className={`${buttonStyle.primary} w-full md:w-auto md:self-start`}>
        Ask for a new link
      </a>
      <a href={paths.login()} className={`${lineLink} self-start`}>
        Back to login
      </a>
    </div>
  )
}
