'use client'

import { CurrentPasswordField, useReauthentication } from '#components/account/current-password.tsx'
import { addPasskey } from '#components/account/passkey.ts'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import type { Passkey } from '#contract/sessions.ts'

export function AddPasskeyForm({ onAdded }: { onAdded: (passkey: Passkey) => void }) {
  const reauthentication = useReauthentication()
  const submission = useSubmission(async ({ name = '', currentPassword }) => {
    const passkey = await reauthentication.watch(() => addPasskey(name.trim(), currentPassword))
    if (!passkey) return
    submission.form.current?.reset()
    onAdded(passkey)
  })
  const { errors } = submission

  return (
    <Form submission={submission} label="Add a passkey" className="gap-4">
      <Field
        name="name"
        label="Name of the new passkey"
        maxLength={60}
        autoComplete="off"
        help="E.g. Laptop"
        error={errors.name}
      />
      {reauthentication.isAsked && <CurrentPasswordField error={errors.currentPassword} />}
      <SubmitButton isBusy={submission.isBusy} busy="Waiting for your device…" look="secondary">
        Add a passkey
      </SubmitButton>
    </Form>
  )
}
