'use client'

import { CheckField } from '#components/ui/check-field.tsx'
import { DoneNotice } from '#components/ui/done-notice.tsx'
import { Form } from '#components/ui/form.tsx'
import { ButtonLink, LineLink } from '#components/ui/links.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { formActions } from '#contract/form-actions.ts'
import { digestFrequencies, listFrequencies } from '#contract/frequencies.ts'
import { type EndScope, paths } from '#contract/paths.ts'
import type { SubscriptionLink } from '#contract/subscription-schemas.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import type { FormAnswer } from '#lib/browser/form-answer.ts'
import { DeadLink } from './dead-link.tsx'
import { SubscriptionFacts } from './subscription-facts.tsx'

const ended = 'You have been unsubscribed.'

type Props = { uuid: string; link: SubscriptionLink; scope?: EndScope | undefined; answer?: FormAnswer | undefined }

/** `uuid` is the email's; nothing ends before the button is pressed. `scope`: the link ends more than one thing. */
export function Unsubscribe({ uuid, link, scope, answer }: Props) {
  const submission = useSubmission(
    async ({ all }) => {
      const query = all ? { all: 'true' as const } : { scope: scope === 'digests' ? scope : undefined }
      return (await callBff('GET /newsletters/unsubscribe/:uuid', { params: { uuid }, query })).body.message
    },
    { explain: ({ message }) => `Failed to unsubscribe: ${message}`, answer },
  )
  const said = submission.done ?? (isAllOver(link, scope) ? ended : undefined)
  if (said === undefined && submission.failure?.status === 404) {
    return <DeadLink wanted="unsubscribe" failure={submission.message} />
  }

  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <PageHeading title="We're sad to see you go" />
      {said === undefined ? (
        <>
          <p className="text-pretty text-soft">Are you sure you want to unsubscribe from our newsletter?</p>
          {link.refusable && (
            <p className="text-pretty text-soft">
              Nothing is sent to this address until it is confirmed. If you unsubscribe now, we won’t ask it again.
            </p>
          )}
          {scope === 'digests' && (
            <p className="text-pretty text-soft">
              This ends every {listFrequencies(digestFrequencies, 'conjunction')} digest that you get:
            </p>
          )}
          <SubscriptionFacts email={link.email} about={scope === 'digests' ? link.digests : [link.about]} />
          <Form submission={submission} action={formActions.unsubscribe(uuid)} label="Unsubscribe">
            {scope && <input type="hidden" name="scope" value={scope} />}
            <CheckField type="checkbox" name="all" defaultChecked={scope === 'all' || answer?.typed.all !== undefined}>
              Unsubscribe from everything sent to this address
            </CheckField>
            <div className="flex flex-col gap-3 md:flex-row">
              <SubmitButton busy="Unsubscribing...">Confirm Unsubscribe</SubmitButton>
              <ButtonLink href={paths.home}>Cancel</ButtonLink>
            </div>
          </Form>
          <LineLink href={paths.preferences(uuid)}>Fewer emails or a pause instead?</LineLink>
        </>
      ) : (
        <>
          <DoneNotice isAtLoad={submission.isAtLoad}>{said}</DoneNotice>
          <LineLink href={paths.preferences(uuid)}>See what you still get</LineLink>
        </>
      )}
    </div>
  )
}

/** Whether nothing is left to end for this link; for `all` that is unknown until it is done. */
function isAllOver({ ended, refusable, digests }: SubscriptionLink, scope: EndScope | undefined): boolean {
  if (scope === 'all') return false
  return (scope === 'digests' ? digests.length === 0 : ended) && !refusable
}
