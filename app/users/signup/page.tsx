import { cookies } from 'next/headers'
import { oneValue, type SearchParams } from '#app/route-params.ts'
import { SignupClosed } from '#components/account/signup-closed.tsx'
import { SignupForm } from '#components/account/signup-form.tsx'
import { FormPage } from '#components/ui/page-layouts.tsx'
import { paths } from '#contract/paths.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { readAs } from '#lib/api/read.ts'
import { isGoogleConfigured } from '#lib/env.ts'
import { readFormAnswer } from '#lib/no-script-forms/form-answer.ts'
import { pageMetadata, secretAddressMetadata } from '#lib/seo/metadata.ts'
import { wantedName } from '#lib/session/cookies.ts'
import { nextPath } from '#lib/session/next-path.ts'
import { site } from '#lib/site.ts'

type Props = { searchParams: SearchParams }

export async function generateMetadata({ searchParams }: Props) {
  const { invitation } = await searchParams
  return invitation ? secretAddressMetadata('Sign up') : pageMetadata({ title: 'Sign up', path: paths.signup() })
}

export default async function SignupPage({ searchParams }: Props) {
  const query = await searchParams
  const next = nextPath(oneValue(query.next) ?? (await cookies()).get(wantedName)?.value)
  const answer = await readFormAnswer(query)
  const token = oneValue(query.invitation)
  // A sign-up that has just succeeded has used the invitation up.
  const isDone = answer?.done !== undefined
  const invitation = token ? (isDone ? { token } : await findInvitation(token)) : undefined
  const { sign_up: admitted, contact_email: contactEmail } = site()
  const isOpen = admitted === 'anyone' || (admitted === 'invited' && invitation !== undefined)
  const hasDeadInvitation = token !== undefined && invitation === undefined
  return (
    <FormPage>
      {isOpen || isDone ? (
        <SignupForm
          next={next}
          isGoogleConfigured={isGoogleConfigured()}
          answer={answer}
          invitation={invitation}
          hasDeadInvitation={hasDeadInvitation}
        />
      ) : (
        <SignupClosed
          isForInvited={admitted === 'invited'}
          hasDeadInvitation={hasDeadInvitation}
          contactEmail={contactEmail}
          login={paths.login(next === paths.home ? undefined : next)}
        />
      )}
    </FormPage>
  )
}

/** Finds whom a link invites; undefined if it can't be used. If the product API does not answer, the form will say so. */
async function findInvitation(token: string) {
  try {
    const { body } = await readAs({}, 'GET /users/invitation/:token', { params: { token } })
    return { token, email: body.email, invitedBy: body.invited_by }
  } catch (fault) {
    if (!(fault instanceof ApiFailure)) throw fault
    return fault.code === 'invalid_link' || fault.status === 400 ? undefined : { token }
  }
}
