import type { ReactNode } from 'react'

type Props = {
  label: string
  /** Shown in place of the label, which stays the name. */
  children?: ReactNode
  onPress: () => void
  /** It has no effect at the moment. It stays in the tab order, so that players keep their place. */
  isIdle?: boolean
  isPressed?: boolean
  disabled?: boolean
}

export function ToolButton({ label, children, onPress, isIdle = false, isPressed, disabled }: Props) {
  return (
    <button
      type="button"
      aria-label={children === undefined ? undefined : label}
      aria-disabled={isIdle || undefined}
      aria-pressed={isPressed}
      disabled={disabled}
      onClick={isIdle ? undefined : onPress}
      className="flex min-h-11 min-w-0 touch-manipulation items-center justify-center rounded-card border border-edge px-0.5 text-small text-ink md:text-ui hover:border-ink hover:bg-raised aria-disabled:border-line aria-disabled:text-faint disabled:opacity-60 aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
    >
      {children ?? label}
    </button>
  )
}
