import type { Answer } from './use-sudoku.ts'

/**
 * What is said about the last move: to everybody where it is worth reading, else to screen readers alone. Its place is kept
 * while it is empty, so that nothing moves under the player's finger.
 */
export function GameMessage({ answer }: { answer: Answer }) {
  // Said once more, a sentence has to differ for it to be heard again.
  const text = answer.text && `${answer.text}${answer.count % 2 ? '\u00a0' : ''}`
  return (
    <div className="no-print min-h-11 max-w-[36rem] text-ui md:min-h-[4.125rem] lg:min-h-[5.5rem] min-[1280px]:min-h-[4.125rem]">
      <p role="status" className={answer.isShown ? 'text-pretty' : 'sr-only'}>
        {text}
      </p>
    </div>
  )
}
