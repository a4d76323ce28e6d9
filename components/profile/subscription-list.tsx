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
  /** To an address that nobody has shown to be theirs, nobody is told what goes. */
  isProven: boolean
}

/** What comes by mail to one's own address. */
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
    <section aria-labelledby="subscriptions" className="flex flex-col items-start gap-4">
      <h2 id="subscriptions" className="font-serif text-lead font-semibold">
        Newsletters
      </h2>
      {failure && <FormNotice kind="failure">{failure}</FormNotice>}
      {!subscriptions && !error && <p className="text-faint">Loading…</p>}
      {subscriptions?.length === 0 && (
        <p className="text-pretty wrap-anywhere text-soft">
          {isProven
            ? `No newsletter goes to ${email}.`
            : `Once you have confirmed ${email}, you see here what goes to it.`}
        </p>
      )}
      {subscriptions && subscriptions.length > 0 && (
        <div className="w-full">
          <DeviceRows
            rows={subscriptions.map(({ uuid, about, confirmed }) => ({
              id: uuid || about,
              name: about,
              facts: confirmed ? `Goes to ${email}` : 'Waits for your confirmation by mail',
              // Whose address is not proven acts by the mail's link alone.
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
        Subscribe to something
      </a>
    </section>
  )
}
