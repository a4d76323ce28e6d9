'use client'

import { useState } from 'react'
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
  // Another password ends the other sessions: the list is asked for again.
  const [passwordsSet, setPasswordsSet] = useState(0)
  return (
    <section aria-labelledby="account-security" className="flex flex-col gap-8">
      <h2 id="account-security" className="font-serif text-lead font-semibold">
        Account security
      </h2>
      <ChangePasswordForm
        hasPassword={hasPassword}
        onChanged={() => {
          setPasswordsSet(passwordsSet + 1)
          onPassword()
        }}
      />
      <PasskeyList />
      <SessionList key={passwordsSet} />
    </section>
  )
}
