'use client'

import { type FormEvent, useState } from 'react'
import { addPasskey } from '#components/account/passkey.ts'
import { useAction } from '#components/account/use-action.ts'
import { useLoaded } from '#components/account/use-loaded.ts'
import { Field } from '#components/ui/field.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import type { Passkey } from '#contract/sessions.ts'
import { callJson } from '#lib/bff/client.ts'
import { DeviceRows, momentOf, RowButton } from './device-rows.tsx'

const adding = 'adding'

export function PasskeyList() {
  const { value: passkeys, message, reload } = useLoaded<Passkey[]>('/api/users/passkeys')
  const [done, setDone] = useState('')
  const action = useAction()

  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const name = String(new FormData(form).get('name') ?? '').trim()
    void action.run(adding, async () => {
      const passkey = await addPasskey(name)
      if (!passkey) return
      form.reset()
      setDone(`${passkey.name || 'The passkey'} was added.`)
      reload()
    })
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
      <form onSubmit={add} aria-label="Add a passkey" className="flex flex-col gap-4">
        <Field name="name" label="Name of the new passkey" maxLength={60} autoComplete="off" help="E.g. Laptop" />
        <SubmitButton isBusy={action.busy === adding} busy="Waiting for your device…" look="secondary">
          Add a passkey
        </SubmitButton>
      </form>
      <p role="status" className="text-small text-soft">
        {done}
      </p>
    </div>
  )
}
