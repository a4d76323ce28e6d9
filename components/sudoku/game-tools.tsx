import type { ReactNode } from 'react'
import type { Move } from '#lib/sudoku/game.ts'
import { digits } from '#lib/sudoku/grid.ts'

type Props = {
  isMarking: boolean
  canUndo: boolean
  canRedo: boolean
  /** There is no board to work on: it is not ready yet, or paused. */
  disabled: boolean
  /** A hint is shown, and pressing again fills it in. */
  hasHint: boolean
  canPause: boolean
  isPaused: boolean
  onMove: (move: Move) => void
  onMarks: () => void
  onErase: () => void
  onHint: () => void
  onPause: () => void
}

/** Everything except digits. */
export function GameTools(props: Props) {
  const { disabled, onMove } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for one answer of a form
    <div role="group" aria-label="Tools" className="sudoku-tools">
      <ToolButton label="Marks" onPress={props.onMarks} isPressed={props.isMarking} disabled={disabled} />
      <ToolButton label="Erase" onPress={props.onErase} disabled={disabled} />
      <ToolButton label="Undo" onPress={() => onMove({ kind: 'undo' })} isIdle={!props.canUndo} disabled={disabled} />
      <ToolButton label="Redo" onPress={() => onMove({ kind: 'redo' })} isIdle={!props.canRedo} disabled={disabled} />
      <ToolButton label={props.hasHint ? 'Fill it in' : 'Hint'} onPress={props.onHint} disabled={disabled} />
      <ToolButton label="Check" onPress={() => onMove({ kind: 'check' })} disabled={disabled} />
      <ToolButton label="All marks" onPress={() => onMove({ kind: 'fillMarks' })} disabled={disabled} />
      <ToolButton label={props.isPaused ? 'Resume' : 'Pause'} onPress={props.onPause} disabled={!props.canPause} />
      <ToolButton label="Restart" onPress={() => onMove({ kind: 'restart' })} disabled={disabled} />
      <ToolButton label="Print" onPress={() => print()} disabled={props.isPaused} />
    </div>
  )
}

type DigitPadProps = {
  /** How many of each digit are still missing, from 1 on. */
  left: readonly number[]
  isMarking: boolean
  disabled: boolean
  onDigit: (digit: number) => void
}

/** The digits for fingers, one under each column of the board: the phone's own keyboard stays closed. */
export function DigitPad({ left, isMarking, disabled, onDigit }: DigitPadProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for one answer of a form
    <div role="group" aria-label="Digits" className="sudoku-digits">
      {digits.map((digit) => {
        const count = left[digit - 1] ?? 9
        return (
          <ToolButton
            key={digit}
            label={isMarking ? `${digit}, mark` : `${digit}, ${count} left`}
            onPress={() => onDigit(digit)}
            disabled={disabled}
          >
            <span className={`flex flex-col items-center tabular-nums ${count === 0 ? 'opacity-70' : ''}`}>
              <span className={isMarking ? 'text-ui' : 'text-lead leading-6 font-semibold'}>{digit} </span>
              <span className="text-small leading-4 text-soft">{isMarking ? 'mark' : count}</span>
            </span>
          </ToolButton>
        )
      })}
    </div>
  )
}

type ToolButtonProps = {
  label: string
  /** Shown in place of the label, which stays the name. */
  children?: ReactNode
  onPress: () => void
  /** It has no effect at the moment. It stays in the tab order, so that players keep their place. */
  isIdle?: boolean
  isPressed?: boolean
  disabled?: boolean
}

function ToolButton({ label, children, onPress, isIdle = false, isPressed, disabled }: ToolButtonProps) {
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
