import { useId } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
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
}

/** Another puzzle: a new one of a level, or the one of the day; and the link to this one. */
export function PuzzleChoice({ level, streak, link, disabled, onLevel, onNew, onDaily }: Props) {
  const id = useId()
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-5">
      <label htmlFor={id} className="text-ui font-semibold">
        Level
      </label>
      <div className="flex flex-wrap gap-3">
        <select
          id={id}
          value={level}
          disabled={disabled}
          onChange={({ target }) => onLevel(target.value as LevelName)}
          className="h-11 min-w-0 grow rounded-card border border-edge bg-raised px-3 text-field text-ink hover:border-ink"
        >
          {levels.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
        <button type="button" disabled={disabled} onClick={onNew} className={buttonStyle.secondary}>
          New puzzle
        </button>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" disabled={disabled} onClick={onDaily} className={buttonStyle.secondary}>
          Daily puzzle
        </button>
        <CopyButton label="Copy link" text={link} disabled={disabled} />
      </div>
      {streak > 0 && (
        <p className="text-small text-faint">
          Daily streak: {streak} {streak === 1 ? 'day' : 'days'}
        </p>
      )}
    </div>
  )
}
