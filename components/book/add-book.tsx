'use client'

import { useRef } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { storyLimits } from '#contract/limits.ts'
import { SummaryResult } from './summary-result.tsx'
import { useBookSummary } from './use-book-summary.ts'

/** Asks for the summary of a book, and shows it while it is written. */
export function AddBook() {
  const { summary, write, cancel } = useBookSummary()
  const again = useRef(false)
  const submission = useSubmission(async ({ input = '' }) => {
    const isAgain = again.current
    again.current = false
    await write(input, { again: isAgain })
  })

  function writeAgain() {
    again.current = true
    submission.form.current?.requestSubmit()
  }

  function stop() {
    cancel()
    // The button goes, and the focus with it.
    submission.form.current?.querySelector('input')?.focus()
  }

  return (
    <div className="flex flex-col gap-8">
      <Form submission={submission} label="Add new book">
        <Field
          name="input"
          label="Book"
          placeholder="Book name|Book Author|Code"
          help="The book’s name, its author and the code, with a | between them."
          maxLength={storyLimits.bookInput}
          autoComplete="off"
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton isBusy={submission.isBusy} busy="Writing…">
            Submit
          </SubmitButton>
          {submission.isBusy && (
            <button type="button" onClick={stop} className={`${buttonStyle.secondary} w-full md:w-auto`}>
              Cancel
            </button>
          )}
        </div>
      </Form>
      <SummaryResult summary={summary} onAgain={writeAgain} />
    </div>
  )
}
