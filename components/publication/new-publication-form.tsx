'use client'

import { useCurrentUser } from '#components/account/use-current-user.ts'
import { ProofNotice } from '#components/profile/address-notice.tsx'
import { PublicationForm } from './publication-form.tsx'

export function NewPublicationForm() {
  const viewer = useCurrentUser()
  return (
    <>
      {viewer.status === 'in' && !viewer.user.email_proven && (
        <ProofNotice>
          Everyone can see a publication, so please confirm your email address before you create one. We’ve emailed a
          link to {viewer.user.email}.
        </ProofNotice>
      )}
      <PublicationForm />
    </>
  )
}
