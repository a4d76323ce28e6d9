'use client'

import { useCurrentUser } from '#components/account/use-current-user.ts'
import { ProofNotice } from '#components/profile/address-notice.tsx'
import { Form } from '#components/ui/form.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { paths } from '#contract/paths.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { askAgain } from '#lib/browser/use-call.ts'
import { PublicationFields, publicationTrouble } from './publication-fields.tsx'

export function NewPublicationForm() {
  const viewer = useCurrentUser()
  const submission = useSubmission(
    async ({ name = '', description, image }) => {
      const { body } = await callBff('POST /publications', { body: { name, description, image } })
      // Update the account menu, which lists publications, also for a person who returns to this page.
      await askAgain('GET /publications/user')
      location.assign(paths.publication(body.publication.slug))
    },
    { explain: publicationTrouble },
  )
  return (
    <>
      {viewer.status === 'in' && !viewer.user.email_proven && (
        <ProofNotice>
          Everyone can see a publication, so please confirm your email address before you create one. We’ve emailed a
          link to {viewer.user.email}.
        </ProofNotice>
      )}
      <Form submission={submission} label="New publication">
        <PublicationFields />
        <SubmitButton busy="Creating…">Create Publication</SubmitButton>
      </Form>
    </>
  )
}
