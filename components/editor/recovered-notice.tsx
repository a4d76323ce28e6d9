'use client'

import { FormNotice } from '#components/ui/form-notice.tsx'
import { formatTimeOrDay } from './format-time-or-day.ts'

type Props = {
  keptAt: Date
  /** The text is already in the editor. */
  isShown: boolean
  onKeep: () => void
  onDrop: () => void
}

/** Offers a text that had not reached the server: after a crash, a closed tab or days without a network. */
export function RecoveredNotice({ keptAt, isShown, onKeep, onDrop }: Props) {
  return (
    <FormNotice kind="notice">
      <p>
        Your work from <time dateTime={keptAt.toISOString()}>{formatTimeOrDay(keptAt)}</time>{' '}
        {isShown ? 'is back' : 'is still here'}. It was kept on this device but never saved. If you don’t continue with
        it, it stays in the history for 60 days.
      </p>
      <p className="flex flex-wrap gap-4">
        <button type="button" onClick={onKeep} className="font-semibold underline underline-offset-2">
          Continue with it
        </button>
        <button type="button" onClick={onDrop} className="underline underline-offset-2">
          {isShown ? 'Use the saved version instead' : 'Leave it there'}
        </button>
      </p>
    </FormNotice>
  )
}
