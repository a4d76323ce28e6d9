'use client'

import { useAction } from '#components/account/use-action.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { lineLink } from '#components/ui/link-style.ts'
import { paths } from '#contract/paths.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { DeviceRows, RowButton } from './device-rows.tsx'

type Props = {
  email: string
  /** Until the address is proven to be theirs, a person does not see what is sent there. */
  isProven: boolean
}

/** The newsletters sent to the person's own address. */
export function SubscriptionList({ email, isProven }: Props) {
  const own = { params: { email } }
  const { data: subscriptions, error, mutate } = useCall('GET /newsletters/subscriptions/:email', own)
  const action = useAction({ inTurn: true })

  const end = (uuid: string) =>
    action.run(uuid, async () => {
      await callBff('GET /newsletters/unsubscribe/:uuid', { params: { uuid } })
      await mutate()
    })

  const failure = action.message ?? error?.message
  return (
    <div className="flex max-w-column flex-col items-start gap-4">
      {failure && <FormNotice kind="failure">{failure}</FormNotice>}
      {!subscriptions && !error && <p className="text-faint">Loading…</p>}
      {subscriptions?.length === 0 && (
        <p className="text-pretty wrap-anywhere text-soft">
          {isProven
            ? `You don’t have any newsletters yet. We would send them to ${email}.`
            : `Once you confirm ${email}, your newsletters will appear here.`}
        </p>
      )}
      {subscriptions && subscriptions.length > 0 && (
        <div className="w-full">
          <DeviceRows
            rows={subscriptions.map(({ uuid, about, confirmed }) => ({
              id: uuid || about,
              name: about,
              facts: confirmed ? `Sent to ${email}` : 'Waiting for you to confirm by email',
              // Someone whose address is not proven can act through the email's link alone.
              end: uuid && (
                <span className="flex flex-wrap items-center gap-x-4">
                  <a href={paths.preferences(uuid)} aria-label={`Change: ${about}`} className={lineLink}>
                    Change
                  </a>
                  <RowButton label="Unsubscribe" of={about} isBusy={action.isAsked(uuid)} onPress={() => end(uuid)} />
                </span>
              ),
            }))}
          />
        </div>
      )}
      <a href={paths.subscribe} className={lineLink}>
        Find a newsletter
      </a>
    </div>
  )
}
