import { decodedParam } from '#app/route-params.ts'
import { ConfirmEmailForm } from '#components/account/confirm-email-form.tsx'
import { FormPage } from '#components/ui/page-layouts.tsx'
import { readFormAnswer } from '#lib/no-script-forms/form-answer.ts'
import { secretAddressMetadata } from '#lib/seo/metadata.ts'
import { currentViewer } from '#lib/session/caller.ts'

export const generateMetadata = () => secretAddressMetadata('Confirm your address')

/** Opening it changes nothing: mail scanners open every link. */
export default async function ConfirmEmailPage({ params, searchParams }: PageProps<'/confirm-email/[token]'>) {
  const [{ token }, viewer, answer] = await Promise.all([params, currentViewer(), searchParams.then(readFormAnswer)])
  return (
    <FormPage isQuiet>
      <ConfirmEmailForm token={decodedParam(token)} viewer={viewer?.user} answer={answer} />
    </FormPage>
  )
}
