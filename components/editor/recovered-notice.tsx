'use client'

import { FormNotice } from '#components/ui/form-notice.tsx'
import { moment } from './moment.ts'

type Props = {
  keptAt: Date
  /** It stands in the editor already. */
  isShown: boolean
  onKeep: () => void
  onDrop: () => void
}

/** What had not reached the server came back: after a crash, a closed tab or days without a network. */
export function RecoveredNotice({ keptAt, isShown, onKeep, onDrop }: Props) {
  return (
    <FormNotice kind="notice">
      <p>
        Your work from <time dateTime={keptAt.toISOString()}>{moment(keptAt)}</time>{' '}
        {isShown ? 'came back' : 'is still here'}. It was kept on this device and had not been saved. If you don’t go on
        with it, it stays in the history for 60 days.
      </p>
      <p className="flex flex-wrap gap-4">
        <button type="button" onClick={onKeep} className="font-semibold underline underline-offset-2">
          Go on with it
        </button>
        <button type="button" onClick={onDrop} className="underline underline-offset-2">
          {isShown ? 'Show the saved text instead' : 'Leave it there'}
        </button>
      </p>
    </FormNotice>
  )
}
