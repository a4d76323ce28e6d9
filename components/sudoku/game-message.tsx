import type { Answer } from './use-sudoku.ts'

/**
 * The message about the last move: visible if it is worth reading, else for screen readers alone. It keeps its
 * place while it is empty, so that nothing moves under the player's finger; a finished game no longer needs it.
 */
export function GameMessage({ answer, isOver }: { answer: Answer; isOver: boolean }) {
  // If repeated, a sentence has to differ to be announced again.
  const text = answer.text && `${answer.text}${answer.count % 2 ? '\u00a0' : ''}`
  return (
    <div className={isOver ? 'sr-only' : 'sudoku-message no-print text-small md:text-ui'}>
      <p role="status" className={answer.isShown ? 'text-pretty' : 'sr-only'}>
        {text}
      </p>
    </div>
  )
}
