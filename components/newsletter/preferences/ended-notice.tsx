import { Button } from '#components/ui/button.tsx'
import { CheckField } from '#components/ui/check-field.tsx'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import type { Ended } from './use-preferences.ts'

type Props = { ended: Ended; isBusy: boolean; onUndo: () => void }

/** Names the ended subscription, offers to undo it, and asks an optional question. */
export function EndedNotice({ ended, isBusy, onUndo }: Props) {
  return (
    <div className="flex flex-col gap-4">
      <FormNotice kind="success" takesFocus>
        <p>You have been unsubscribed from {ended.about ?? 'everything'}.</p>
        {ended.canUndo && (
          <Button look="link" isBusy={isBusy} onClick={onUndo} className="min-h-11 self-start text-link">
            Subscribe again
          </Button>
        )}
      </FormNotice>
      <EndReasonForm uuid={ended.uuid} />
    </div>
  )
}

const reasons = ['Too many emails', 'Not what I expected', 'I didn’t subscribe', 'Something else'] as const

/** Why a person has unsubscribed; asked afterwards, and optional. */
function EndReasonForm({ uuid }: { uuid: string }) {
  const submission = useSubmission(async ({ why, words = '' }) => {
    const reason = [why, words.trim()].filter(Boolean).join(': ')
    const { body } = await callBff('POST /newsletters/preferences/:uuid/reason', { params: { uuid }, body: { reason } })
    return body.message
  })
  if (submission.done) {
    return (
      <p role="status" className="text-ui text-soft">
        {submission.done}
      </p>
    )
  }
  return (
    <Form submission={submission} label="Why you unsubscribed" className="gap-3">
      <fieldset>
        <legend className="text-ui font-semibold">Would you tell us why? (optional)</legend>
        {reasons.map((reason) => (
          <CheckField key={reason} type="radio" name="why" value={reason}>
            {reason}
          </CheckField>
        ))}
      </fieldset>
      <Field
        name="words"
        label="In your own words"
        className="min-h-20 py-2.5"
        control={(tied) => <textarea {...tied} rows={2} maxLength={500} />}
      />
      <SubmitButton busy="Sending…" look="secondary" className="w-full md:w-auto md:self-start">
        Send
      </SubmitButton>
    </Form>
  )
}
