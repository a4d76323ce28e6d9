'use client'

import { useState } from 'react'
import { CurrentPasswordField, useReauthentication } from '#components/account/current-password.tsx'
import { addPasskey } from '#components/account/passkey.ts'
import { NewPasswordField } from '#components/account/person-fields.tsx'
import { useAction } from '#components/account/use-action.ts'
import { changeUser } from '#components/account/user-data.ts'
import { ActionRows, RowButton } from '#components/ui/action-rows.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { PasswordField } from '#components/ui/password-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { paths } from '#contract/paths.ts'
import type { Passkey } from '#contract/sessions.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { askAgain, useCall } from '#lib/browser/use-call.ts'

/** Password, passkeys and sessions of an account. */
export function AccountSecurity({ hasPassword }: { hasPassword: boolean }) {
  const [wasSet, setWasSet] = useState(false)
  return (
    <div className="flex max-w-form flex-col gap-12">
      <ChangePasswordForm hasPassword={hasPassword || wasSet} onChanged={() => setWasSet(true)} />
      <PasskeyList />
      <SessionList />
    </div>
  )
}

type Props = {
  /** An account made with Google may have none yet. */
  hasPassword: boolean
  onChanged: () => void
}

function ChangePasswordForm({ hasPassword, onChanged }: Props) {
  const submission = useSubmission(async ({ currentPassword, password = '' }) => {
    const { body } = await callBff('POST /users/change-password', { body: { currentPassword, password } })
    submission.form.current?.reset()
    onChanged()
    // A new password ends the other sessions.
    void askAgain('GET /users/sessions')
    return body.message
  })
  const title = hasPassword ? 'Change password' : 'Set a password'

  return (
    <div className="flex flex-col gap-4">
      <h2 className="font-serif text-lead font-semibold">{title}</h2>
      <Form submission={submission} label={title}>
        {hasPassword && (
          <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" />
        )}
        <NewPasswordField label="New password" />
        <SubmitButton busy="Saving…" look="secondary">
          {title}
        </SubmitButton>
        {submission.done && <FormNotice kind="success">{submission.done}</FormNotice>}
      </Form>
    </div>
  )
}

function PasskeyList() {
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
    <div ref={keepFocus} className="flex flex-col gap-4">
      <h2 className="font-serif text-lead font-semibold">Passkeys</h2>
      <p className="text-pretty text-soft">
        Log in with your fingerprint, your face or your device’s PIN instead of a password.
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

const methods = { password: 'a password', google: 'Google', passkey: 'a passkey' } as const
const everywhere = 'everywhere'

function SessionList() {
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
    <div ref={keepFocus} className="flex flex-col items-start gap-4">
      <h2 className="font-serif text-lead font-semibold">Where you are logged in</h2>
      <ActionRows
        failure={action.message ?? error?.message}
        rows={sessions?.map((session) => ({
          id: session.id,
          name: session.device || 'Unknown device',
          facts: `${session.address} · logged in with ${methods[session.method]} ${formatDateTime(session.created_at)} · last seen ${formatDateTime(session.last_seen_at)}`,
          end: session.current ? (
            <span className="text-ui text-green">This device</span>
          ) : (
            <RowButton
              label="Log out"
              of={session.device || 'Unknown device'}
              isBusy={action.isAsked(session.id)}
              onPress={() => end(session.id)}
            />
          ),
        }))}
      />
      <Button isBusy={action.isAsked(everywhere)} onClick={endAll}>
        {action.isAsked(everywhere) ? 'Logging out…' : 'Log out everywhere'}
      </Button>
    </div>
  )
}
