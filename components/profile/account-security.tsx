'use client'

import { ChangePasswordForm } from './change-password-form.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { SessionList } from './session-list.tsx'

type Props = {
  hasPassword: boolean
  /** A password was changed or set for the first time. */
  onPassword: () => void
}

/** Where one is signed in, and by what. */
export function AccountSecurity({ hasPassword, onPassword }: Props) {
  return (
    <section aria-labelledby="account-security" className="flex flex-col gap-8">
      <h2 id="account-security" className="font-serif text-lead font-semibold">
        Account security
      </h2>
      <ChangePasswordForm hasPassword={hasPassword} onChanged={onPassword} />
      <PasskeyList />
      <SessionList />
    </section>
  )
}
