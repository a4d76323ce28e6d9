import type { Metadata } from 'next'
import { decodedParam } from '#app/route-params.ts'
import { ConfirmEmailForm } from '#components/account/confirm-email-form.tsx'
import { FormPage } from '#components/ui/form-page.tsx'
import { secretAddressMetadata } from '#lib/seo/metadata.ts'
import { currentViewer } from '#lib/session/current-viewer.ts'

export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return secretAddressMetadata('Confirm your address')
}

/** Changes nothing by itself: whatever reads mails opens their links. */
export default async function ConfirmEmailPage({ params }: { params: Promise<{ token: string }> }) {
  const [{ token }, viewer] = await Promise.all([params, currentViewer()])
  return (
    <FormPage>
      <ConfirmEmailForm token={decodedParam(token)} viewer={viewer?.user} />
    </FormPage>
  )
}
