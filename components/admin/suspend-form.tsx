import { useEffect, useRef } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import type { AccountSummary } from '#contract/people.ts'
import { callBff } from '#lib/browser/call-bff.ts'

type Props = { person: AccountSummary; onDone: (person: AccountSummary) => void; onCancel: () => void }

export function SuspendForm({ person: { uuid, name }, onDone, onCancel }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  const submission = useSubmission(async ({ reason = '' }) => {
    const { body } = await callBff('POST /users/:uuid/suspend', { params: { uuid }, body: { reason } })
    onDone(body)
  })
  return (
    <div ref={place} className="flex max-w-form flex-col gap-4 rounded-card border border-edge p-4">
      <p className="text-pretty text-ui text-soft">
        {name} will be signed out everywhere and can’t sign in until you lift the suspension. Published stories stay;
        scheduled ones wait.
      </p>
      <Form submission={submission} label={`Suspend ${name}`} className="gap-4">
        <Field
          name="reason"
          label="Reason"
          help="Only administrators see this, here and in the audit."
          maxLength={300}
          autoComplete="off"
          required
          missing="Please give a reason."
          error={submission.errors.reason}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton isBusy={submission.isBusy} busy="Suspending…">
            Suspend
          </SubmitButton>
          <button type="button" onClick={onCancel} className={buttonStyle.secondary}>
            Cancel
          </button>
        </div>
      </Form>
    </div>
  )
}
