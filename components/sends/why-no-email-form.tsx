'use client'

import { useState } from 'react'
import { EmailField } from '#components/account/person-fields.tsx'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { callBff } from '#lib/browser/call-bff.ts'

/** Tells an administrator in a sentence why an address got no email about a story. */
export function WhyNoEmailForm() {
  const [answer, setAnswer] = useState('')
  const submission = useSubmission(async ({ email = '', story = '' }) => {
    setAnswer((await callBff('GET /newsletters/why-no-email', { query: { email, story } })).body.answer)
  })
  return (
    // An answer is about what the fields say: it goes when one of them changes.
    <section aria-labelledby="why-no-email" className="w-full max-w-form" onChange={() => setAnswer('')}>
      <h2 id="why-no-email" className="pb-4 font-serif text-lead font-semibold">
        Why did someone get no email?
      </h2>
      <Form submission={submission} label="Why did someone get no email?">
        <EmailField autoComplete="off" />
        <Field
          name="story"
          label="Story"
          help="Its address, or the end of it."
          autoComplete="off"
          required
          maxLength={500}
          missing="Please enter a story."
        />
        <SubmitButton busy="Looking…" look="secondary">
          Find out why
        </SubmitButton>
        <p role="status" className="text-pretty text-ui">
          {answer}
        </p>
      </Form>
    </section>
  )
}
