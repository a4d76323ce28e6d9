'use client'

import { useState } from 'react'
import { countOf } from '#components/ui/count-of.ts'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import type { Option } from '#components/ui/select.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { type DigestFrequency, digestFrequencies, frequencyTable } from '#contract/frequencies.ts'
import type { SendPreview } from '#contract/sends.ts'
import { callBff } from '#lib/browser/call-bff.ts'

export type Choice = { category: string; frequency: DigestFrequency }
type Props = {
  categories: readonly Option[]
  choice: Choice
  /** A preview of the chosen send; undefined while it loads. */
  preview: SendPreview | undefined
  onChoice: (choice: Choice) => void
  onSent: (send: { id: string; isTest: boolean }) => void
}

const frequencies = digestFrequencies.map((value) => ({ value, label: frequencyTable[value].digest.name }))
const environments: readonly Option[] = [
  { value: 'test', label: 'Test' },
  { value: 'prod', label: 'Prod' },
]

/** Sends a list its digest. */
export function SendForm({ categories, choice, preview, onChoice, onSent }: Props) {
  const [env, setEnv] = useState('test')
  const [hasFailed, setHasFailed] = useState(false)
  const isTest = env !== 'prod'
  const submission = useSubmission(async ({ code = '' }) => {
    if (!isTest && !confirm(`${audienceOf(preview)} What has been sent can’t be taken back. Send it now?`)) return
    // A try counts as failed until its answer is there.
    setHasFailed(true)
    const { body } = await callBff('POST /newsletters/send', {
      body: { ...choice, code, env: isTest ? 'test' : 'prod' },
    })
    setHasFailed(false)
    onSent({ id: body.send, isTest })
  })
  const { message } = submission
  return (
    <div className="flex w-full max-w-form flex-col gap-5">
      {hasFailed && !submission.isBusy && (
        <FormNotice kind="failure">
          <p className="font-semibold">Something went wrong!</p>
          {message && <p>{message}</p>}
        </FormNotice>
      )}
      <Form submission={{ ...submission, message: undefined }} label="Send a newsletter">
        <Field
          name="code"
          label="Code"
          required
          missing="Please enter the code."
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          help="The setting NEWSLETTER_SEND_CODE of the product API."
        />
        <SelectField
          name="category"
          label="Category"
          options={categories}
          value={choice.category}
          onChange={({ target }) => onChoice({ ...choice, category: target.value })}
        />
        <SelectField
          name="frequency"
          label="Frequency"
          options={frequencies}
          value={choice.frequency}
          onChange={({ target }) => onChoice({ ...choice, frequency: target.value as DigestFrequency })}
        />
        <SelectField
          name="env"
          label="Environment"
          options={environments}
          value={env}
          onChange={({ target }) => setEnv(target.value)}
          help="Test sends only to your own address; prod sends to all subscribers of the list."
        />
        <SubmitButton busy="Submitting…">{isTest ? 'Send a test to me' : nameOf(preview)}</SubmitButton>
      </Form>
    </div>
  )
}

/** How many get an email, as far as it is known: of a long list only how many it has. */
function receiversOf({ receiving, recipients, paused }: SendPreview): number {
  return receiving ?? recipients - paused
}

/** The button says what it does. */
function nameOf(preview: SendPreview | undefined): string {
  const count = preview && receiversOf(preview)
  return count ? `Send to ${countOf(count, 'subscriber')}` : 'Send to all subscribers'
}

function audienceOf(preview: SendPreview | undefined): string {
  const count = preview && receiversOf(preview)
  if (count === undefined) return 'This goes to all subscribers of the list.'
  return count === 0 ? 'Nobody would get this now.' : `This goes to ${countOf(count, 'subscriber')}.`
}
