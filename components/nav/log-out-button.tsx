'use client'

import { useState } from 'react'
import { changeUser } from '#components/account/user-data.ts'
import { paths } from '#contract/paths.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'

export function LogOutButton({ className }: { className: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')

  async function leave() {
    if (state === 'busy') return
    setState('busy')
    try {
      await callBff('POST /users/logout')
    } catch (fault) {
      setState('failed')
      if (!(fault instanceof CallFailure)) throw fault
      return
    }
    changeUser({ type: 'LOGOUT_USER' })
    location.assign(paths.login())
  }

  return (
    <>
      <button type="button" aria-disabled={state === 'busy' || undefined} onClick={leave} className={className}>
        {state === 'busy' ? 'Logging out…' : 'Log out'}
      </button>
      {state === 'failed' && (
        <p role="alert" className="px-3 py-2 text-small text-danger">
          We couldn’t log you out. You’re still signed in. Please try again.
        </p>
      )}
    </>
  )
}
