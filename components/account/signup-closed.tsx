import { LineLink, TextLink } from '#components/ui/links.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'

type Props = {
  /** Whether an invitation would help; otherwise nobody new can sign up. */
  isForInvited: boolean
  /** The page came with a link of an invitation that can't be used. */
  hasDeadInvitation: boolean
  contactEmail: string
  /** The address of the log-in page. */
  login: string
}

/** In place of the sign-up form, where not everyone may create an account. */
export function SignupClosed({ isForInvited, hasDeadInvitation, contactEmail, login }: Props) {
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <PageHeading title="Sign up" />
      {isForInvited && hasDeadInvitation && (
        <p className="text-pretty">
          This invitation has been used or has expired. Only the newest email has a link that works.
        </p>
      )}
      <p className="text-pretty">
        {isForInvited
          ? 'Only invited people can create an account here. If you would like an invitation, write to '
          : 'New accounts can’t be created here at the moment. If you have a question, write to '}
        <TextLink href={`mailto:${contactEmail}`}>{contactEmail}</TextLink>.
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-ui text-soft">
        Already have an account?
        <LineLink href={login}>Sign in</LineLink>
      </p>
    </div>
  )
}
