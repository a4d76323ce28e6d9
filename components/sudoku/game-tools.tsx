import type { ReactNode } from 'react'
import type { Game, Move } from '#lib/sudoku/game.ts'
import { digits } from '#lib/sudoku/grid.ts'
import type { useBoardInput } from './use-board-input.ts'

type Props = {
  /** Undefined before the puzzle is ready. */
  game: Game | undefined
  input: ReturnType<typeof useBoardInput>
}
type ToolsProps = Props & {
  /** A hint is shown, and pressing again fills it in. */
  hasHint: boolean
  onMove: (move: Move) => void
  onPause: () => void
}

/** Everything except digits. */
export function GameTools({ game, input, hasHint, onMove, onPause }: ToolsProps) {
  const disabled = !isOpen(game)
  const isPaused = game?.isPaused ?? false
  const moves = (kind: 'undo' | 'redo' | 'check' | 'fillMarks' | 'restart') => () => onMove({ kind })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for one answer of a form
    <div role="group" aria-label="Tools" className="sudoku-tools">
      <ToolButton label="Marks" onPress={input.toggleMarks} isPressed={input.isMarking} disabled={disabled} />
      <ToolButton label="Erase" onPress={() => input.erase()} disabled={disabled} />
      <ToolButton label="Undo" onPress={moves('undo')} isIdle={!game?.past.length} disabled={disabled} />
      <ToolButton label="Redo" onPress={moves('redo')} isIdle={!game?.future.length} disabled={disabled} />
      <ToolButton label={hasHint ? 'Fill it in' : 'Hint'} onPress={() => input.showHint(false)} disabled={disabled} />
      <ToolButton label="Check" onPress={moves('check')} disabled={disabled} />
      <ToolButton label="All marks" onPress={moves('fillMarks')} disabled={disabled} />
      <ToolButton label={isPaused ? 'Resume' : 'Pause'} onPress={onPause} disabled={!game} />
      <ToolButton label="Restart" onPress={moves('restart')} disabled={disabled} />
      <ToolButton label="Print" onPress={() => print()} disabled={isPaused} />
    </div>
  )
}

/** The digits for fingers, one under each column of the board: the phone's own keyboard stays closed. */
export function DigitPad({ game, input }: Props) {
  const { isMarking } = input
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for one answer of a form
    <div role="group" aria-label="Digits" className="sudoku-digits">
      {digits.map((digit) => {
        const count = 9 - (game?.values.filter((value) => value === digit).length ?? 0)
        return (
          <ToolButton
            key={digit}
            label={isMarking ? `${digit}, mark` : `${digit}, ${count} left`}
            onPress={() => input.enter(digit)}
            disabled={!isOpen(game)}
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

/** Whether there is a board to work on: not before the puzzle is ready, nor while it is paused. */
export function isOpen(game: Game | undefined): boolean {
  return game !== undefined && !game.solved && !game.isPaused
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
      className="sudoku-key"
    >
      {children ?? label}
    </button>
  )
}
