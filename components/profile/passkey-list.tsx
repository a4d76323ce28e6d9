'use client'

import { useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { useLoaded } from '#components/account/use-loaded.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import type { Passkey } from '#contract/sessions.ts'
import { callJson } from '#lib/bff/client.ts'
import { AddPasskeyForm } from './add-passkey-form.tsx'
import { DeviceRows, momentOf, RowButton } from './device-rows.tsx'

export function PasskeyList() {
  const { value: passkeys, message, reload } = useLoaded<Passkey[]>('/api/users/passkeys')
  const [done, setDone] = useState('')
  const action = useAction()

  function added({ name }: Passkey) {
    setDone(`${name || 'The passkey'} was added.`)
    reload()
  }
  const remove = (id: string) =>
    action.run(id, async () => {
      await callJson('DELETE', `/api/users/passkeys/${encodeURIComponent(id)}`)
      setDone('The passkey was removed.')
      reload()
    })

  const failure = action.message ?? message
  return (
    <div className="flex flex-col gap-4">
      <h3 className="font-semibold">Passkeys</h3>
      <p className="text-pretty text-soft">A passkey signs you in by your device’s own lock, without a password.</p>
      {failure && <FormNotice kind="failure">{failure}</FormNotice>}
      {!passkeys && !message && <p className="text-faint">Loading…</p>}
      {passkeys && passkeys.length > 0 && (
        <DeviceRows
          rows={passkeys.map(({ id, name, created_at, last_used_at }) => ({
            id,
            name: name || 'Passkey',
            facts: `Added ${momentOf(created_at)}, ${last_used_at ? `last used ${momentOf(last_used_at)}` : 'not used yet'}`,
            end: (
              <RowButton label="Remove" of={name || 'Passkey'} isBusy={action.busy === id} onPress={() => remove(id)} />
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
