'use client'

import { useState } from 'react'
import { Field } from './field.tsx'
import { LineDrawing } from './icon.tsx'

const eye = 'M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12Zm10-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z'

type Props = {
  name: string
  label: string
  autoComplete: 'current-password' | 'new-password'
  help?: string
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
          className="needs-scripts absolute inset-y-0 end-0 flex w-11 items-center justify-center rounded-card text-faint hover:text-ink aria-pressed:text-green"
        >
          <LineDrawing path={eye} />
        </button>
      }
    />
  )
}
