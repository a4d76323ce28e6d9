import { useEffect, useRef } from 'react'
import { CurrentPasswordField, useReauthentication } from '#components/account/current-password.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import type { AccountSummary } from '#contract/people.ts'
import { callBff } from '#lib/browser/call-bff.ts'

type Props = { person: AccountSummary; onDone: (person: AccountSummary) => void; onCancel: () => void }

/** Asks whether it is meant, and for the administrator's password if the sign-in was a while ago. */
export function RoleForm({ person, isSelf, onDone, onCancel }: Props & { isSelf: boolean }) {
  const { uuid, name } = person
  const role = person.role === 'admin' ? 'user' : 'admin'
  const label = role === 'admin' ? `Make ${name} an administrator` : `Make ${name} a user`
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  const reauthentication = useReauthentication()
  const submission = useSubmission(async ({ currentPassword }) => {
    const { body } = await reauthentication.watch(() =>
      callBff('POST /users/:uuid/role', { params: { uuid }, body: { role, currentPassword } }),
    )
    onDone(body)
  })
  return (
    <div className="flex max-w-form flex-col gap-4 rounded-card border border-edge p-4">
      <div ref={place} tabIndex={-1} className="text-pretty text-ui text-soft">
        {role === 'admin'
          ? `${name} will be able to see and change everything here, and has to log in again.`
          : `${name} will no longer see these pages, and has to log in again.`}
        {isSelf && ' This is your own account: you will be logged out.'}
      </div>
      <Form submission={submission} label={label} className="gap-4">
        {reauthentication.isAsked && <CurrentPasswordField />}
        <div className="flex flex-wrap gap-3">
          <SubmitButton busy="Changing…">{role === 'admin' ? 'Make administrator' : 'Make a user'}</SubmitButton>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </Form>
    </div>
  )
}

export function SuspendForm({ person: { uuid, name }, onDone, onCancel }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  const submission = useSubmission(async ({ reason = '' }) => {
    const { body } = await callBff('POST /users/:uuid/suspend', { params: { uuid }, body: { reason } })
    onDone(body)
  })
  return (
    <div ref={place} className="flex max-w-form flex-col gap-4 rounded-card border border-edge p-4">
      <p className="text-pretty text-ui text-soft">
        {name} will be logged out everywhere and can’t log in until you lift the suspension. Published stories stay;
        scheduled ones wait.
      </p>
      <Form submission={submission} label={`Suspend ${name}`} className="gap-4">
        <Field
          name="reason"
          label="Reason"
          help="Only administrators see this, here and in the audit."
          maxLength={300}
          autoComplete="off"
          required
          missing="Please give a reason."
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton busy="Suspending…">Suspend</SubmitButton>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </Form>
    </div>
  )
}
