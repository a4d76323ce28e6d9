'use client'

import { useState } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { lineLink } from '#components/ui/link-style.ts'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import type { SubscriptionLink } from '#contract/newsletters.ts'
import { type EndScope, paths } from '#contract/paths.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { SubscriptionFacts, UnknownLink } from './subscription-facts.tsx'
import { UnsubscribeWithoutScripts } from './unsubscribe-without-scripts.tsx'

const ended = 'You have been unsubscribed.'

type Props = { uuid: string; link?: SubscriptionLink | undefined; scope?: EndScope | undefined }

/**
 * `uuid` is the mail's; nothing ends before the button is pressed. Without `link` nothing is known of it. `scope`: the mail's
 * link ends more than the one thing.
 */
export function Unsubscribe({ uuid, link, scope }: Props) {
  const isOver = link && isAllOver(link, scope)
  const [done, setDone] = useState(isOver ? ended : '')
  const submission = useSubmission(
    async ({ all }) => {
      const query = all ? { all: 'true' as const } : { scope: scope === 'digests' ? scope : undefined }
      const { body } = await callBff('GET /newsletters/unsubscribe/:uuid', { params: { uuid }, query })
      setDone(body.message)
    },
    { explain: ({ message }) => `Failed to unsubscribe: ${message}` },
  )

  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <PageHeading title="We're sad to see you go" />
      {done ? (
        <>
          <FormNotice kind="success" takesFocus={!isOver}>
            {done}
          </FormNotice>
          <a href={paths.home} className={`${buttonStyle.primary} w-full md:w-auto md:self-start`}>
            Return to Home
          </a>
          {link && <PreferencesLink uuid={uuid}>See what you still get</PreferencesLink>}
        </>
      ) : (
        <>
          <p className="text-pretty text-soft">Are you sure you want to unsubscribe from our newsletter?</p>
          {link?.refusable && (
            <p className="text-pretty text-soft">
              Nothing is sent to this address before it is confirmed. Once you unsubscribe, it is not asked again.
            </p>
          )}
          {scope === 'digests' && (
            <p className="text-pretty text-soft">This ends every daily and weekly digest that you get:</p>
          )}
          {link ? (
            <SubscriptionFacts email={link.email} about={scope === 'digests' ? link.digests : [link.about]} />
          ) : (
            <UnknownLink />
          )}
          <Form submission={submission} label="Unsubscribe">
            <label className="flex min-h-11 items-center gap-2.5 text-ui">
              <input
                type="checkbox"
                name="all"
                defaultChecked={scope === 'all'}
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
          <UnsubscribeWithoutScripts endings={[{ uuid, scope, label: 'Unsubscribe now' }]} />
          {link && <PreferencesLink uuid={uuid}>Fewer mails or a pause instead?</PreferencesLink>}
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

/** Whether nothing is left to end of what a link ends; of everything nobody can say before it is done. */
function isAllOver({ ended, refusable, digests }: SubscriptionLink, scope: EndScope | undefined): boolean {
  if (scope === 'all') return false
  return (scope === 'digests' ? digests.length === 0 : ended) && !refusable
}
