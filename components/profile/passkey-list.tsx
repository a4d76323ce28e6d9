'use client'

import { useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { momentOf } from '#components/ui/moment-of.ts'
import type { Passkey } from '#contract/sessions.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { AddPasskeyForm } from './add-passkey-form.tsx'
import { DeviceRows, RowButton } from './device-rows.tsx'

export function PasskeyList() {
  const { data: passkeys, error, mutate } = useCall('GET /users/passkeys')
  const [done, setDone] = useState('')
  const action = useAction({ inTurn: true })

  function added({ name }: Passkey) {
    setDone(`${name || 'The passkey'} was added.`)
    void mutate()
  }
  const remove = (id: string) =>
    action.run(id, async () => {
      await callBff('DELETE /users/passkeys/:id', { params: { id } })
      setDone('The passkey was removed.')
      await mutate()
    })

  const failure = action.message ?? error?.message
  return (
    <div className="flex flex-col gap-4">
      <h2 className="font-serif text-lead font-semibold">Passkeys</h2>
      <p className="text-pretty text-soft">
        Sign in with your fingerprint, your face or your device’s PIN instead of a password.
      </p>
      {failure && <FormNotice kind="failure">{failure}</FormNotice>}
      {!passkeys && !error && <p className="text-faint">Loading…</p>}
      {passkeys && passkeys.length > 0 && (
        <DeviceRows
          rows={passkeys.map(({ id, name, created_at, last_used_at }) => ({
            id,
            name: name || 'Passkey',
            facts: `Added ${momentOf(created_at)} · ${last_used_at ? `last used ${momentOf(last_used_at)}` : 'not used yet'}`,
            end: (
              <RowButton label="Remove" of={name || 'Passkey'} isBusy={action.isAsked(id)} onPress={() => remove(id)} />
            ),
          }))}
        />
      )}
      <AddPasskeyForm onAdded={added} />
      <p role="status" className="text-small text-soft">
        {done}
      </p>
    </div>
  )
}
