'use client'

import { useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { ActionRows, RowButton } from '#components/ui/action-rows.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { lineLink } from '#components/ui/link-style.ts'
import { LineLink } from '#components/ui/links.tsx'
import { paths } from '#contract/paths.ts'
import type { Subscription } from '#contract/subscription-schemas.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { useCall } from '#lib/browser/use-call.ts'

type Props = {
  email: string
  /** Until the address is proven to be theirs, a person sees what they asked for themselves. */
  isProven: boolean
}

/** The newsletters sent to the person's own address. */
export function SubscriptionList({ email, isProven }: Props) {
  const own = { params: { email } }
  const { data: subscriptions, error, mutate } = useCall('GET /newsletters/subscriptions/:email', own)
  const action = useAction({ inTurn: true })

  const [answer, setAnswer] = useState('')

  const end = (row: Subscription) =>
    action.run(idOf(row), async () => {
      setAnswer('')
      const { uuid } = row
      if (uuid) await callBff('GET /newsletters/unsubscribe/:uuid', { params: { uuid } })
      else setAnswer(await endByName(row))
      await mutate()
    })

  return (
    <div ref={keepFocus} className="flex max-w-column flex-col items-start gap-4">
      {answer && <FormNotice kind="notice">{answer}</FormNotice>}
      <p role="status" className="text-pretty wrap-anywhere text-soft empty:hidden">
        {subscriptions?.length === 0 &&
          (isProven
            ? `You don’t have any newsletters yet. We would send them to ${email}.`
            : `Once you confirm ${email}, your newsletters will appear here.`)}
      </p>
      <ActionRows
        failure={action.message ?? error?.message}
        rows={subscriptions?.map((row) => ({
          id: idOf(row),
          name: row.about,
          facts: row.confirmed ? `Sent to ${email}` : 'Waiting for you to confirm by email',
          end: (
            <span className="flex flex-wrap items-center gap-x-4">
              {/* Until the address is confirmed, there is no link to the other subscriptions of that address. */}
              {row.uuid && (
                <a href={paths.preferences(row.uuid)} aria-label={`Change: ${row.about}`} className={lineLink}>
                  Change
                </a>
              )}
              <RowButton
                label="Unsubscribe"
                of={row.about}
                isBusy={action.isAsked(idOf(row))}
                onPress={() => end(row)}
              />
            </span>
          ),
        }))}
      />
      <LineLink href={paths.subscribe}>Find a newsletter</LineLink>
    </div>
  )
}

function idOf({ uuid, about }: Subscription): string {
  return uuid || about
}

async function endByName(row: Subscription): Promise<string> {
  const { email, category, following_publication, following_author } = row
  const body = { category, following_publication, following_author }
  return (await callBff('DELETE /newsletters/subscriptions/:email', { params: { email }, body })).body.message
}
