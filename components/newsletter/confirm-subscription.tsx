'use client'

import type { ReactNode } from 'react'
import { DoneNotice } from '#components/ui/done-notice.tsx'
import { Form } from '#components/ui/form.tsx'
import { LineLink } from '#components/ui/links.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { formActions } from '#contract/form-actions.ts'
import { paths } from '#contract/paths.ts'
import type { SubscriptionLink } from '#contract/subscription-schemas.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import type { FormAnswer } from '#lib/browser/form-answer.ts'
import { DeadLink } from './dead-link.tsx'
import { SubscriptionFacts } from './subscription-facts.tsx'

type Props = {
  uuid: string
  link: SubscriptionLink
  answer?: FormAnswer | undefined
  /** Shown once it is confirmed. */
  next?: ReactNode
}

/** `uuid` is from the email's link; nothing is confirmed before the button is pressed. */
export function ConfirmSubscription({ uuid, link, answer, next }: Props) {
  const submission = useSubmission(
    async () => (await callBff('GET /newsletters/confirm/:uuid', { params: { uuid } })).body.message,
    { explain: ({ message }) => `Failed to confirm subscription: ${message}`, answer },
  )
  const wasDone = link.confirmed && link.pending.length === 0
  const said = submission.done ?? (wasDone ? 'This subscription is confirmed already.' : undefined)
  if (said === undefined && (!link.confirmable || submission.failure?.status === 404)) {
    return <DeadLink wanted="confirm" failure={submission.message} />
  }
  const facts = <SubscriptionFacts email={link.email} about={link.pending.length > 0 ? link.pending : [link.about]} />
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      {said === undefined ? (
        <>
          <PageHeading title="Confirm your subscription" text="One click, and the newsletter comes to this address." />
          {facts}
          <Form
            submission={submission}
            action={formActions.confirmSubscription(uuid)}
            label="Confirm your subscription"
          >
            <SubmitButton busy="Confirming...">Confirm Subscription</SubmitButton>
          </Form>
        </>
      ) : (
        <>
          <PageHeading title="You’re subscribed" />
          {facts}
          <DoneNotice isAtLoad={submission.isAtLoad}>{said}</DoneNotice>
          <LineLink href={paths.preferences(uuid)}>Choose what you get, and how often</LineLink>
          {next}
        </>
      )}
    </div>
  )
}
