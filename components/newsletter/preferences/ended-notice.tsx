import { FormNotice } from '#components/ui/form-notice.tsx'
import { EndReasonForm } from './end-reason-form.tsx'
import type { Ended } from './use-preferences.ts'

type Props = { ended: Ended; isBusy: boolean; onUndo: () => void }

/** What has just ended, the way back, and an optional question. */
export function EndedNotice({ ended, isBusy, onUndo }: Props) {
  return (
    <div className="flex flex-col gap-4">
      <FormNotice kind="success" takesFocus>
        <p>
          {ended.about === undefined
            ? 'You have been unsubscribed from everything.'
            : `You have been unsubscribed from ${ended.about}.`}
        </p>
        {ended.canUndo && (
          <button
            type="button"
            aria-disabled={isBusy || undefined}
            onClick={onUndo}
            className="min-h-11 self-start text-link underline underline-offset-2 aria-disabled:opacity-60"
          >
            Subscribe again
          </button>
        )}
      </FormNotice>
      <EndReasonForm uuid={ended.uuid} />
    </div>
  )
}
