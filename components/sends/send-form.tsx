'use client'

import { useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import type { Option } from '#components/ui/select.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { type DigestFrequency, digestFrequencies, frequencyTable } from '#contract/frequencies.ts'
import { callBff } from '#lib/browser/call-bff.ts'

export type Choice = { category: string; frequency: DigestFrequency }
type Props = {
  categories: readonly Option[]
  choice: Choice
  onChoice: (choice: Choice) => void
  onSent: (send: { id: string; isTest: boolean }) => void
}

const frequencies = digestFrequencies.map((value) => ({ value, label: frequencyTable[value].digest.name }))
const environments: readonly Option[] = [
  { value: 'test', label: 'Test' },
  { value: 'prod', label: 'Prod' },
]

/** Sends a list its digest. */
export function SendForm({ categories, choice, onChoice, onSent }: Props) {
  const [hasFailed, setHasFailed] = useState(false)
  const submission = useSubmission(async ({ code = '', env }) => {
    // A try counts as failed until its answer is there.
    setHasFailed(true)
    const isTest = env !== 'prod'
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
          help="Test sends only to your own address; prod sends to all subscribers of the list."
        />
        <SubmitButton busy="Submitting…">Submit</SubmitButton>
      </Form>
    </div>
  )
}
