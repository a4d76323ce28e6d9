'use client'

import { Form } from '#components/ui/form.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { paths } from '#contract/paths.ts'
import type { Publication } from '#contract/publications.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { askAgain } from '#lib/browser/use-call.ts'
import { PublicationFields, publicationTrouble } from './publication-fields.tsx'

export function EditPublicationForm({ publication }: { publication: Publication }) {
  const { slug } = publication
  const submission = useSubmission(
    async ({ name, description, image }) => {
      const body = { name, description, image }
      await callBff('PUT /publications/:publication', { params: { publication: slug }, body })
      await askAgain('GET /publications/user')
      // The page loads again with the saved changes.
      location.assign(paths.publication(slug))
    },
    { explain: publicationTrouble },
  )
  return (
    <Form submission={submission} label="Edit publication">
      <PublicationFields errors={submission.errors} known={publication} />
      <SubmitButton isBusy={submission.isBusy} busy="Saving…" className="w-full">
        Save
      </SubmitButton>
    </Form>
  )
}
