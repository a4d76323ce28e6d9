import { digits } from '#lib/sudoku/grid.ts'
import { ToolButton } from './tool-button.tsx'

type Props = {
  /** How many of each digit are still missing, from 1 on. */
  left: readonly number[]
  isMarking: boolean
  disabled: boolean
  onDigit: (digit: number) => void
  onErase: () => void
}

/** The digits for fingers: the phone's own keyboard stays closed. */
export function DigitPad({ left, isMarking, disabled, onDigit, onErase }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for one answer of a form
    <div role="group" aria-label="Digits" className="grid grid-cols-5 gap-2">
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
              <span className={isMarking ? 'text-ui' : 'text-lead font-semibold'}>{digit} </span>
              <span className="text-small">{isMarking ? 'mark' : count}</span>
            </span>
          </ToolButton>
        )
      })}
      <ToolButton label="Erase" onPress={onErase} disabled={disabled} />
    </div>
  )
}
