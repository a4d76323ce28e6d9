import { FormNotice } from '#components/ui/form-notice.tsx'
import { LineLink, NextLink } from '#components/ui/links.tsx'
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
      <NextLink href={paths.forgotPassword}>Ask for a new link</NextLink>
      <LineLink href={paths.login()}>Back to login</LineLink>
    </div>
  )
}
