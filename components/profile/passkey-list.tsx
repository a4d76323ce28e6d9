'use client'

import { useState } from 'react'
import { CurrentPasswordField, useReauthentication } from '#components/account/current-password.tsx'
import { addPasskey } from '#components/account/passkey.ts'
import { useAction } from '#components/account/use-action.ts'
import { ActionRows, RowButton } from '#components/ui/action-rows.tsx'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import type { Passkey } from '#contract/sessions.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { useCall } from '#lib/browser/use-call.ts'

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

  return (
    <div className="flex flex-col gap-4">
      <h2 className="font-serif text-lead font-semibold">Passkeys</h2>
      <p className="text-pretty text-soft">
        Sign in with your fingerprint, your face or your device’s PIN instead of a password.
      </p>
      <ActionRows
        failure={action.message ?? error?.message}
        rows={passkeys?.map(({ id, name, created_at, last_used_at }) => ({
          id,
          name: name || 'Passkey',
          facts: `Added ${formatDateTime(created_at)} · ${last_used_at ? `last used ${formatDateTime(last_used_at)}` : 'not used yet'}`,
          end: (
            <RowButton label="Remove" of={name || 'Passkey'} isBusy={action.isAsked(id)} onPress={() => remove(id)} />
          ),
        }))}
      />
      <AddPasskeyForm onAdded={added} />
      <p role="status" className="text-small text-soft">
        {done}
      </p>
    </div>
  )
}

function AddPasskeyForm({ onAdded }: { onAdded: (passkey: Passkey) => void }) {
  const reauthentication = useReauthentication()
  const submission = useSubmission(async ({ name = '', currentPassword }) => {
    const passkey = await reauthentication.watch(() => addPasskey(name.trim(), currentPassword))
    if (!passkey) return
    submission.form.current?.reset()
    onAdded(passkey)
  })

  return (
    <Form submission={submission} label="Add a passkey" className="gap-4">
      <Field name="name" label="Name of the new passkey" maxLength={60} autoComplete="off" help="E.g. Laptop" />
      {reauthentication.isAsked && <CurrentPasswordField />}
      <SubmitButton busy="Waiting for your device…" look="secondary">
        Add a passkey
      </SubmitButton>
    </Form>
  )
}
