import { type ComponentProps, type ReactNode, useContext, useId } from 'react'
import { FormContext } from './form-context.ts'
import { Icon } from './icon.tsx'

type Props = Omit<ComponentProps<'input'>, 'id'> & {
  name: string
  label: string
  help?: string | undefined
  /** Unless it is what its form says about it. */
  error?: string | undefined
  /** The sentence for an empty field that is required. */
  missing?: string | undefined
  /** The sentence for input that does not match the field's `type` or `pattern`. */
  mismatch?: string | undefined
  /** A control at the field's end. */
  end?: ReactNode
  /** In place of the input, with the attributes that tie it to its label, help and error. */
  control?: (tied: Tied) => ReactNode
}

type Tied = {
  id: string
  name: string
  className: string
  /** The form may show the field's fault here, in place. */
  'data-field': true
  'data-missing'?: string | undefined
  'data-mismatch'?: string | undefined
  'aria-invalid'?: true | undefined
  'aria-describedby'?: string | undefined
}

/**
 * One field of a form: label above, help and errors below, tied together for screen readers. If the page comes with
 * errors, the first wrong field has the focus without any script.
 */
export function Field({ name, label, help, missing, mismatch, end, control, className = '', ...input }: Props) {
  const id = useId()
  const { errors } = useContext(FormContext)
  const { error = errors[name], ...native } = input
  const isFirstWrong = Object.keys(errors)[0] === name
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  const tied: Tied = {
    id,
    name,
    className: `field ${className}`,
    'data-field': true,
    'data-missing': missing,
    'data-mismatch': mismatch,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy || undefined,
  }
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="wrap-anywhere text-ui font-semibold">
        {label}
      </label>
      <span className="relative">
        {control ? (
          control(tied)
        ) : (
          <input
            {...native}
            {...tied}
            {...(isFirstWrong && { autoFocus: true })}
            className={`${tied.className} h-11 ${end ? 'pe-12' : ''}`}
          />
        )}
        {end}
      </span>
      {help && (
        <p id={`${id}-help`} className="text-small text-faint">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="flex gap-1.5 text-small text-danger">
          <Icon name="warning" size={18} />
          <span className="min-w-0 wrap-anywhere">{error}</span>
        </p>
      )}
    </div>
  )
}
