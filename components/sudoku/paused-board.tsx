import { useEffect, useRef } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'

/** Stands in the board's place: the digits are gone for eyes and screen readers alike. */
export function PausedBoard({ onResume }: { onResume: () => void }) {
  const resume = useRef<HTMLButtonElement>(null)
  useEffect(() => resume.current?.focus(), [])
  return (
    <div className="flex aspect-square w-full max-w-[36rem] flex-col items-center justify-center gap-5 border-2 border-edge bg-raised">
      <p className="font-serif text-lead">The game is paused.</p>
      <button ref={resume} type="button" onClick={onResume} className={buttonStyle.primary}>
        Resume
      </button>
    </div>
  )
}
