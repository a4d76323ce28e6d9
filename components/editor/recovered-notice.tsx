'use client'

import { FormNotice } from '#components/ui/form-notice.tsx'
import { moment } from './moment.ts'

type Props = { keptAt: Date; onKeep: () => void; onDrop: () => void }

/** A text came back that had not reached the server: after a crash, a closed tab or days without a network. */
export function RecoveredNotice({ keptAt, onKeep, onDrop }: Props) {
  return (
    <FormNotice kind="notice">
      <p>
        Your text from <time dateTime={keptAt.toISOString()}>{moment(keptAt)}</time> came back. It was kept on this
        device and had not been saved.
      </p>
      <p className="flex flex-wrap gap-4">
        <button type="button" onClick={onKeep} className="font-semibold underline underline-offset-2">
          Go on with it
        </button>
        <button type="button" onClick={onDrop} className="underline underline-offset-2">
          Show the saved text instead
        </button>
      </p>
    </FormNotice>
  )
}
