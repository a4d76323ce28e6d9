import type { Move } from '#lib/sudoku/game.ts'
import { ToolButton } from './tool-button.tsx'

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
