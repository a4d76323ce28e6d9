import { oneValue, type SearchParams } from '#app/route-params.ts'
import { ForgotPasswordForm } from '#components/account/forgot-password-form.tsx'
import { FormPage } from '#components/ui/page-layouts.tsx'
import { readFormAnswer } from '#lib/no-script-forms/form-answer.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { nextPath } from '#lib/session/next-path.ts'

export const generateMetadata = () => unlistedMetadata('Forgot password')

export default async function ForgotPasswordPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams
  return (
    <FormPage>
      <ForgotPasswordForm next={nextPath(oneValue(query.next))} answer={await readFormAnswer(query)} />
    </FormPage>
  )
}
