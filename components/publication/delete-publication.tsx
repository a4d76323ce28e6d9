import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import type { PublicationPage } from '#contract/publications.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { askAgain } from '#lib/browser/use-call.ts'

type Props = {
  publication: PublicationPage
  /** The page that follows. */
  next: string
}

/** Deletes a publication once its name is typed, because nothing brings it back. */
export function DeletePublication({ publication: { name, slug, story_count }, next }: Props) {
  const submission = useSubmission(async () => {
    await callBff('DELETE /publications/:publication', { params: { publication: slug } })
    await askAgain('GET /publications/user')
    location.assign(next)
  })
  return (
    <Form submission={submission} label="Delete publication">
      <p className="text-pretty wrap-anywhere">
        {name} will be gone for good, with its address and its newsletter: every subscription to it ends.
        {story_count > 0 && ' Its stories stay where they are, without a publication.'}
      </p>
      <Field
        name="confirmed"
        label={`Type “${name}” to confirm`}
        required
        missing={`Please type ${name}.`}
        pattern={asPattern(name)}
        mismatch={`This is not the name. Please type ${name}.`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SubmitButton busy="Deleting…" look="secondary" className="w-full border-danger! text-danger!">
        Delete
      </SubmitButton>
    </Form>
  )
}

/** Matches the name alone, with spaces around it or not. */
function asPattern(name: string): string {
  return `\\s*${name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}\\s*`
}
