import { createContext } from 'react'
import type { Values } from './form-errors.ts'

type FormState = {
  /** Field → its fault. */
  errors: Values
  isBusy: boolean
  /** The form has an address that it can be sent to before, or without, its script. */
  worksWithoutScripts: boolean
}

/** The state of the form around a field or a button. */
export const FormContext = createContext<FormState>({ errors: {}, isBusy: false, worksWithoutScripts: false })
