import type { Metadata } from 'next'
import { decodedParam } from '#app/route-params.ts'
import { ConfirmEmailForm } from '#components/account/confirm-email-form.tsx'
import { FormPage } from '#components/ui/form-page.tsx'
import { secretAddressMetadata } from '#lib/seo/metadata.ts'

export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return secretAddressMetadata('Confirm your address')
}

/** Changes nothing by itself: whatever reads mails opens their links. */
export default async function ConfirmEmailPage({ params }: { params: Promise<{ token: string }> }) {
  return (
    <FormPage>
      <ConfirmEmailForm token={decodedParam((await params).token)} />
    </FormPage>
  )
}
