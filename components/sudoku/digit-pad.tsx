import { digits } from '#lib/sudoku/grid.ts'
import { ToolButton } from './tool-button.tsx'

type Props = {
  /** How many of each digit are still missing, from 1 on. */
  left: readonly number[]
  isMarking: boolean
  disabled: boolean
  onDigit: (digit: number) => void
}

/** The digits for fingers, one under each column of the board: the phone's own keyboard stays closed. */
export function DigitPad({ left, isMarking, disabled, onDigit }: Props) {
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
