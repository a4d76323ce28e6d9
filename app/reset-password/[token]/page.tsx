import type { Metadata } from 'next'
import { decodedParam } from '#app/route-params.ts'
import { ResetPasswordForm } from '#components/account/reset-password-form.tsx'
import { FormPage } from '#components/ui/form-page.tsx'
import { secretAddressMetadata } from '#lib/seo/metadata.ts'

export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return secretAddressMetadata('Reset password')
}

export default async function ResetPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  return (
    <FormPage>
      <ResetPasswordForm token={decodedParam((await params).token)} />
    </FormPage>
  )
}
