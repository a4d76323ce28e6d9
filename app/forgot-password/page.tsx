import type { Metadata } from 'next'
import { ForgotPasswordForm } from '#components/account/forgot-password-form.tsx'
import { FormPage } from '#components/ui/form-page.tsx'
import { unlistedMetadata } from '#lib/seo/metadata.ts'

export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return unlistedMetadata('Forgot password')
}

export default function ForgotPasswordPage() {
  return (
    <FormPage>
      <ForgotPasswordForm />
    </FormPage>
  )
}
