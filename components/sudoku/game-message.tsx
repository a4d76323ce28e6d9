import type { Answer } from './use-sudoku.ts'

type Props = {
  answer: Answer
  previousTitle: string | undefined
  onPrevious: () => void
}

/** What is said about the last move: to everybody where it is worth reading, else to screen readers alone. */
export function GameMessage({ answer, previousTitle, onPrevious }: Props) {
  // Said once more, a sentence has to differ for it to be heard again.
  const text = answer.text && `${answer.text}${answer.count % 2 ? '\u00a0' : ''}`
  return (
    <div className="no-print min-h-6 md:min-h-12 text-ui">
      <p role="status" className="text-pretty">
        {answer.isShown && text}
      </p>
      <p role="status" className="sr-only">
        {!answer.isShown && text}
      </p>
      {previousTitle && (
        <button type="button" onClick={onPrevious} className="py-1 text-link underline underline-offset-2">
          Back to {previousTitle}
        </button>
      )}
    </div>
  )
}
