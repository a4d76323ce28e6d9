'use client'

import { useState } from 'react'
import { CheckField } from '#components/ui/check-field.tsx'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { LineLink, TextLink } from '#components/ui/links.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { reportAction } from '#contract/form-actions.ts'
import { paths, reportPath } from '#contract/paths.ts'
import { type ReportReason, reasonWords, reportNoteMost, reportReasons } from '#contract/report-reasons.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import type { FormAnswer } from '#lib/browser/form-answer.ts'
import { sendWithSolution } from '#lib/browser/send-with-solution.ts'

type Props = {
  slug: string
  title: string
  isSignedIn: boolean
  /** The answer to the form if it was sent without scripts. */
  answer?: FormAnswer | undefined
}

/** Reports a story to the administrators; a visitor's browser solves a challenge for it. */
export function ReportForm({ slug, title, isSignedIn, answer }: Props) {
  const [busy, setBusy] = useState('Sending…')
  const submission = useSubmission(
    ({ reason, note = '' }) => {
      const report = { reason: reason as ReportReason, note }
      const send = async (altcha?: string) => {
        const body = { ...report, ...(altcha !== undefined && { altcha }) }
        return (await callBff('POST /contents/:id/report', { params: { id: slug }, body })).body.message
      }
      return sendWithSolution(send, () => setBusy('One moment…'))
    },
    { answer, keptAs: `report ${slug}` },
  )
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <PageHeading title="Report a story" text={`“${title}”`} />
      {submission.done !== undefined ? (
        <FormNotice kind="success" takesFocus={submission.isAtLoad ? 'at load' : true}>
          {submission.done}
        </FormNotice>
      ) : (
        <>
          <p className="text-pretty text-ui text-soft">
            Only administrators read reports. The author doesn’t learn who sent one.
          </p>
          {!isSignedIn && (
            <noscript>
              <p className="text-pretty text-ui text-notice">
                Without an account, this form needs scripts, which are switched off in your browser. You can also{' '}
                <TextLink href={paths.login(reportPath(slug))}>log in</TextLink>.
              </p>
            </noscript>
          )}
          <Form submission={submission} action={reportAction(slug)} label="Report a story">
            <fieldset>
              <legend className="text-ui font-semibold">What is wrong with it?</legend>
              {reportReasons.map((reason) => (
                <CheckField
                  key={reason}
                  type="radio"
                  name="reason"
                  value={reason}
                  required
                  defaultChecked={answer?.typed.reason === reason}
                >
                  {reasonWords[reason]}
                </CheckField>
              ))}
            </fieldset>
            <Field
              name="note"
              label="What should an administrator know?"
              help="One line, if you like."
              maxLength={reportNoteMost}
              autoComplete="off"
              defaultValue={answer?.typed.note}
            />
            <SubmitButton busy={busy}>Report</SubmitButton>
          </Form>
        </>
      )}
      <LineLink href={paths.article(slug)}>Back to the story</LineLink>
    </div>
  )
}
