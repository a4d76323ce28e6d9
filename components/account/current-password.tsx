'use client'

import { useEffect, useRef, useState } from 'react'
import { PasswordField } from '#components/ui/password-field.tsx'
import { CallFailure } from '#lib/browser/call-failure.ts'

/** Whether the server asks again for the password; `watch` runs a call that may be answered so. */
export function useReauthentication() {
  const [isAsked, setIsAsked] = useState(false)

  async function watch<T>(act: () => Promise<T>): Promise<T> {
    try {
      const done = await act()
      setIsAsked(false)
      return done
    } catch (fault) {
      if (fault instanceof CallFailure && fault.fields?.currentPassword) setIsAsked(true)
      throw fault
    }
  }

  return { isAsked, watch }
}

/** Appears when the server asks for the password, and takes the focus. */
export function CurrentPasswordField() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={place}>
      <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" />
    </div>
  )
}
