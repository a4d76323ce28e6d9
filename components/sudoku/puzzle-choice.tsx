import { useId } from 'react'
import { Button } from '#components/ui/button.tsx'
import { counted } from '#lib/sudoku/daily.ts'
import { type LevelName, levels } from '#lib/sudoku/levels.ts'
import { CopyButton } from './copy-button.tsx'

type Props = {
  level: LevelName
  streak: number
  link: string
  disabled: boolean
  onLevel: (level: LevelName) => void
  onNew: () => void
  onDaily: () => void
  /** The puzzle before this one; there is a way back to it. */
  previousTitle: string | undefined
  onPrevious: () => void
}

/** Another puzzle: a new one of a level, the one of the day, or the one before; and the link to this one. */
export function PuzzleChoice(props: Props) {
  const { level, streak, link, disabled, previousTitle } = props
  const id = useId()
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-5">
      <div className="flex flex-wrap items-center gap-3">
        <label htmlFor={id} className="text-ui font-semibold">
          Level
        </label>
        <select
          id={id}
          value={level}
          disabled={disabled}
          onChange={({ target }) => props.onLevel(target.value as LevelName)}
          className="h-11 min-w-0 grow rounded-card border border-edge bg-raised px-3 text-field text-ink hover:border-ink"
        >
          {levels.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
        <Button disabled={disabled} onClick={props.onNew}>
          New puzzle
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={disabled} onClick={props.onDaily}>
          Daily puzzle
        </Button>
        <CopyButton label="Copy link" text={link} disabled={disabled} />
        {previousTitle && (
          <button type="button" onClick={props.onPrevious} className="min-h-11 text-link underline underline-offset-2">
            Back to {previousTitle}
          </button>
        )}
      </div>
      {streak > 0 && <p className="text-small text-faint">Daily streak: {counted(streak, 'day')}</p>}
    </div>
  )
}
