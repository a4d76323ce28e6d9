'use client'

import { useAction } from '#components/account/use-action.ts'
import { changeUser } from '#components/account/user-data.ts'
import { ActionRows, RowButton } from '#components/ui/action-rows.tsx'
import { Button } from '#components/ui/button.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { paths } from '#contract/paths.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { useCall } from '#lib/browser/use-call.ts'

const methods = { password: 'a password', google: 'Google', passkey: 'a passkey' } as const
const everywhere = 'everywhere'

export function SessionList() {
  const { data: sessions, error, mutate } = useCall('GET /users/sessions')
  const action = useAction({ inTurn: true })

  const end = (id: string) =>
    action.run(id, async () => {
      await callBff('DELETE /users/sessions/:id', { params: { id } })
      await mutate()
    })
  const endAll = () =>
    action.run(everywhere, async () => {
      await callBff('DELETE /users/sessions')
      changeUser({ type: 'LOGOUT_USER' })
      location.assign(paths.login())
    })

  return (
    <div className="flex flex-col items-start gap-4">
      <h2 className="font-serif text-lead font-semibold">Where you are signed in</h2>
      <ActionRows
        failure={action.message ?? error?.message}
        rows={sessions?.map((session) => ({
          id: session.id,
          name: session.device || 'Unknown device',
          facts: `${session.address} · signed in with ${methods[session.method]} ${formatDateTime(session.created_at)} · last seen ${formatDateTime(session.last_seen_at)}`,
          end: session.current ? (
            <span className="text-ui text-green">This device</span>
          ) : (
            <RowButton
              label="Sign out"
              of={session.device || 'Unknown device'}
              isBusy={action.isAsked(session.id)}
              onPress={() => end(session.id)}
            />
          ),
        }))}
      />
      <Button isBusy={action.isAsked(everywhere)} onClick={endAll}>
        {action.isAsked(everywhere) ? 'Signing out…' : 'Sign out everywhere'}
      </Button>
    </div>
  )
}
