'use client'

import { useState } from 'react'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'

type Props = {
  name: string
  label: string
  autoComplete: 'current-password' | 'new-password'
  help?: string
  error?: string | undefined
  required?: boolean
}

export function PasswordField({ required = true, ...field }: Props) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      required={required}
      missing="Please enter a password."
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button
          type="button"
          aria-pressed={isShown}
          aria-label="Show what is typed"
          onClick={() => setIsShown(!isShown)}
          className="absolute inset-y-0 end-0 flex w-11 items-center justify-center rounded-card text-faint hover:text-ink aria-pressed:text-green"
        >
          <Icon name="eye" />
        </button>
      }
    />
  )
}
