'use client'

import { useState } from 'react'
import { DoneNotice } from '#components/ui/done-notice.tsx'
import { Form } from '#components/ui/form.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import type { SubscriptionLink } from '#contract/newsletters.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { SubscriptionFacts, UnknownLink } from './subscription-facts.tsx'

/** `uuid` is the mail's; nothing is confirmed before the button is pressed. Without `link` nothing is known of it. */
export function ConfirmSubscription({ uuid, link }: { uuid: string; link?: SubscriptionLink | undefined }) {
  const [done, setDone] = useState<string>()
  const submission = useSubmission(
    async () => {
      const { body } = await callBff('GET /newsletters/confirm/:uuid', { params: { uuid } })
      setDone(body.message)
    },
    { explain: ({ message }) => `Failed to confirm subscription: ${message}` },
  )
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <PageHeading title="Confirm your subscription" />
      {link ? (
        <SubscriptionFacts email={link.email} about={link.pending.length > 0 ? link.pending : [link.about]} />
      ) : (
        <UnknownLink />
      )}
      {done ? (
        <DoneNotice>{done}</DoneNotice>
      ) : (
        <Form submission={submission} label="Confirm your subscription">
          {link?.confirmed && link.pending.length === 0 && (
            <p className="text-soft">This subscription is confirmed already.</p>
          )}
          <SubmitButton isBusy={submission.isBusy} busy="Confirming...">
            Confirm Subscription
          </SubmitButton>
        </Form>
      )}
    </div>
  )
}
