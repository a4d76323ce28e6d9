'use client'

import { useState } from 'react'
import { ChangePasswordForm } from './change-password-form.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { SessionList } from './session-list.tsx'

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
