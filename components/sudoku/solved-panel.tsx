import { clock } from '#lib/sudoku/share.ts'
import { CopyButton } from './copy-button.tsx'

type Result = { seconds: number; hints: number; streak: number; shareText: string }

/** The end of a game. Its region is always there, so that screen readers say at once what comes into it. */
export function SolvedPanel({ result }: { result: Result | undefined }) {
  const look = result ? 'flex flex-col gap-3 rounded-card border border-green bg-raised p-5' : 'hidden'
  return (
    <div className={`no-print ${look}`}>
      <div role="alert" className="flex flex-col gap-1">
        {result && (
          <>
            <p className="text-balance font-serif text-lead font-semibold">
              Congratulations! You've solved the puzzle!
            </p>
            <p className="text-ui text-soft">
              {clock(result.seconds)} on the clock, {hintsOf(result.hints)}
              {result.streak > 0 && `, daily streak ${result.streak}`}
            </p>
          </>
        )}
      </div>
      {result && (
        <p className="flex flex-wrap gap-3">
          <CopyButton label="Share the result" text={result.shareText} offersSheet />
        </p>
      )}
    </div>
  )
}

function hintsOf(count: number): string {
  return count === 0 ? 'no hints' : count === 1 ? '1 hint' : `${count} hints`
}
