import { useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'

type Props = { onAdd: (email: string, detail: string) => Promise<void> }

export function AddSuppressionForm({ onAdd }: Props) {
  const [added, setAdded] = useState<string>()
  const submission = useSubmission(async ({ email = '', detail = '' }) => {
    await onAdd(email, detail)
    setAdded(email)
    submission.form.current?.reset()
  })
  const { isBusy, errors } = submission
  return (
    <div className="w-full max-w-form pt-4">
      <h3 className="pb-4 font-semibold">Stop newsletters to an address</h3>
      <Form submission={submission} label="Stop newsletters to an address">
        <Field
          name="email"
          type="email"
          label="Email"
          autoComplete="off"
          required
          missing="Please enter an email address."
          mismatch="Please enter a valid email address."
          error={errors.email}
        />
        <Field name="detail" label="Why (for other administrators)" maxLength={300} error={errors.detail} />
        <SubmitButton isBusy={isBusy} busy="Adding…" look="secondary">
          Add
        </SubmitButton>
        <p role="status" className="text-ui text-green">
          {added && !isBusy && `${added} gets no more newsletters.`}
        </p>
      </Form>
    </div>
  )
}
