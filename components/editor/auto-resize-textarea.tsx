'use client'

import { useEffect, useId, useRef } from 'react'

type Props = {
  label: string
  /** Shows while the field is empty; the label by default. */
  placeholder?: string
  id?: string
  value: string
  onChange: (text: string) => void
  /** In characters. */
  most: number
  error?: string | undefined
  /** Moves on to the next field: the one of this id as long as React does not run. */
  onEnter: () => void
  enterTo: string
  /** Whether the page opens with the caret here, before any script runs. */
  hasCaret?: boolean
  className: string
}

/** One line of text that wraps and grows as in the published story, without a box. */
export function AutoResizeTextarea({
  label,
  placeholder = label,
  onEnter,
  enterTo,
  hasCaret = false,
  ...props
}: Props) {
  const { value, onChange, most, error, className } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const field = useRef<HTMLTextAreaElement>(null)
  const left = most - value.length
  const isNearTheEnd = left <= most / 10

  // biome-ignore lint/correctness/useExhaustiveDependencies: its height follows from the text
  useEffect(() => {
    const area = field.current
    if (!area || CSS.supports('field-sizing', 'content')) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight}px`
  }, [value])

  return (
    <div className="flex flex-col gap-1">
      <textarea
        ref={field}
        id={id}
        data-enter-to={enterTo}
        {...(hasCaret && { autoFocus: true })}
        rows={1}
        value={value}
        maxLength={most}
        placeholder={placeholder}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || isNearTheEnd ? `${id}-note` : undefined}
        onChange={(event) => onChange(event.target.value.replace(/[\r\n]+/g, ' '))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          onEnter()
        }}
        className={`field-sizing-content w-full resize-none overflow-hidden bg-transparent pb-1.5 wrap-anywhere outline-none placeholder:text-faint ${className}`}
      />
      {(error || isNearTheEnd) && (
        <p id={`${id}-note`} className={`text-small ${error ? 'text-danger' : 'text-faint'}`}>
          {error ?? `${left} of ${most} characters left`}
        </p>
      )}
    </div>
  )
}
