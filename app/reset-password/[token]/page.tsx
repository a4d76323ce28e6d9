import { decodedParam } from '#app/route-params.ts'
import { DeadAccountLink, ResetPasswordForm } from '#components/account/reset-password-form.tsx'
import { FormPage } from '#components/ui/page-layouts.tsx'
import { ApiFailure } from '#lib/api/failure.ts'
import { readAs } from '#lib/api/read.ts'
import { readFormAnswer } from '#lib/no-script-forms/form-answer.ts'
import { answerWith } from '#lib/renderer/render-context.ts'
import { secretAddressMetadata } from '#lib/seo/metadata.ts'

export const generateMetadata = () => secretAddressMetadata('Reset password')

export default async function ResetPasswordPage({ params, searchParams }: PageProps<'/reset-password/[token]'>) {
  const [{ token: written }, answer] = await Promise.all([params, searchParams.then(readFormAnswer)])
  const token = decodedParam(written)
  const isDead = answer?.done === undefined && (await isResetLinkDead(token))
  if (isDead) answerWith(404)
  return (
    <FormPage isQuiet>
      {isDead ? <DeadAccountLink isAtLoad /> : <ResetPasswordForm token={token} answer={answer} />}
    </FormPage>
  )
}

/** Whether the link has been used or is too old; if the product API does not answer, the form will say so. */
async function isResetLinkDead(token: string): Promise<boolean> {
  try {
    await readAs({}, 'GET /users/reset-password/:token', { params: { token } })
    return false
  } catch (fault) {
    if (!(fault instanceof ApiFailure)) throw fault
    return fault.code === 'invalid_link' || fault.status === 400
  }
}
