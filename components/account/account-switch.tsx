'use client'

import { useId, useState } from 'react'
import { CheckField } from '#components/ui/check-field.tsx'
import { FailureText } from '#components/ui/failure-text.tsx'
import { useSwitch } from '#components/ui/use-switch.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { keepCurrentUser } from './use-current-user.ts'

type Props = {
  field: 'thanksByEmail' | 'readAloud' | 'monthlyFigures'
  isOn: boolean
  children: string
  help?: string
}

/** A yes or no of one's account, saved as it is pressed. */
export function AccountSwitch({ field, isOn: known, children, help }: Props) {
  const helpId = useId()
  const [isOn, setIsOn] = useState(known)
  const { turn, failure } = useSwitch(async (wanted) => {
    const { body } = await callBff('POST /users/update-profile', { body: { [field]: wanted }, keepalive: true })
    await keepCurrentUser(body)
  }, setIsOn)
  return (
    <div>
      <CheckField type="checkbox" checked={isOn} onChange={() => turn(!isOn)} aria-describedby={help && helpId}>
        {children}
      </CheckField>
      {help && (
        <p id={helpId} className="text-small text-faint">
          {help}
        </p>
      )}
      <FailureText>{failure?.message}</FailureText>
    </div>
  )
}
