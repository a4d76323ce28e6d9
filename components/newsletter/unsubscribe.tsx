'use client'

import { useState } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { DoneNotice } from '#components/ui/done-notice.tsx'
import { Form } from '#components/ui/form.tsx'
import { lineLink } from '#components/ui/link-style.ts'
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
  const [done, setDone] = useState<string>()
  const submission = useSubmission(
    async ({ all }) => {
      const query = all ? { all: 'true' as const } : { scope: scope === 'digests' ? scope : undefined }
      const { body } = await callBff('GET /newsletters/unsubscribe/:uuid', { params: { uuid }, query })
      setDone(body.message)
    },
    { explain: ({ message }) => `Failed to unsubscribe: ${message}`, answer },
  )
  const said = done ?? answer?.done ?? (isAllOver(link, scope) ? ended : undefined)
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
            <label className="flex min-h-11 items-center gap-2.5 text-ui">
              <input
                type="checkbox"
                name="all"
                defaultChecked={scope === 'all' || answer?.typed.all !== undefined}
                className="size-4.5 shrink-0 accent-green"
              />
              Unsubscribe from everything sent to this address
            </label>
            <div className="flex flex-col gap-3 md:flex-row">
              <SubmitButton isBusy={submission.isBusy} busy="Unsubscribing...">
                Confirm Unsubscribe
              </SubmitButton>
              <a href={paths.home} className={buttonStyle.secondary}>
                Cancel
              </a>
            </div>
          </Form>
          <PreferencesLink uuid={uuid}>Fewer emails or a pause instead?</PreferencesLink>
        </>
      ) : (
        <>
          <DoneNotice isAtLoad={done === undefined}>{said}</DoneNotice>
          <PreferencesLink uuid={uuid}>See what you still get</PreferencesLink>
        </>
      )}
    </div>
  )
}

function PreferencesLink({ uuid, children }: { uuid: string; children: string }) {
  return (
    <a href={paths.preferences(uuid)} className={`${lineLink} self-start`}>
      {children}
    </a>
  )
}

/** Whether nothing is left to end for this link; for `all` that is unknown until it is done. */
function isAllOver({ ended, refusable, digests }: SubscriptionLink, scope: EndScope | undefined): boolean {
  if (scope === 'all') return false
  return (scope === 'digests' ? digests.length === 0 : ended) && !refusable
}
