import { useEffect, useRef } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'

type Props = {
  /** The player has just paused, and the focus was in an element that is gone now. */
  takesFocus: boolean
  onResume: () => void
}

/** Takes the board's place: the digits are gone for eyes and screen readers alike. */
export function PausedBoard({ takesFocus, onResume }: Props) {
  const resume = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) resume.current?.focus()
  }, [takesFocus])
  return (
    // The lines between the board's rows make it three pixels higher than it is wide.
    <div className="sudoku-board border-2 border-edge bg-raised pb-[3px]">
      <div className="flex aspect-square flex-col items-center justify-center gap-5">
        <p className="font-serif text-lead">The game is paused.</p>
        <button ref={resume} type="button" onClick={onResume} className={buttonStyle.primary}>
          Resume
        </button>
      </div>
    </div>
  )
}
