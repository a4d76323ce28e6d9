'use client'

import { useAction } from '#components/account/use-action.ts'
import { useLoaded } from '#components/account/use-loaded.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { lineLink } from '#components/ui/link-style.ts'
import type { Subscription } from '#contract/newsletters.ts'
import { paths } from '#contract/paths.ts'
import { callJson } from '#lib/bff/client.ts'
import { DeviceRows, RowButton } from './device-rows.tsx'

type Props = {
  email: string
  /** To an address that nobody has shown to be theirs, nobody is told what goes. */
  isProven: boolean
}

/** What comes by mail to one's own address. */
export function SubscriptionList({ email, isProven }: Props) {
  const address = `/api/newsletters/subscriptions/${encodeURIComponent(email)}`
  const { value: subscriptions, message, reload } = useLoaded<Subscription[]>(address)
  const action = useAction()

  const end = (uuid: string) =>
    action.run(uuid, async () => {
      await callJson('GET', `/api/newsletters/unsubscribe/${encodeURIComponent(uuid)}`)
      reload()
    })

  const failure = action.message ?? message
  return (
    <section aria-labelledby="subscriptions" className="flex flex-col items-start gap-4">
      <h2 id="subscriptions" className="font-serif text-lead font-semibold">
        Newsletters
      </h2>
      {failure && <FormNotice kind="failure">{failure}</FormNotice>}
      {!subscriptions && !message && <p className="text-faint">Loading…</p>}
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
                <RowButton label="Unsubscribe" of={about} isBusy={action.busy === uuid} onPress={() => end(uuid)} />
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
