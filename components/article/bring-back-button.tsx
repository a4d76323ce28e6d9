'use client'

import { useAction } from '#components/account/use-action.ts'
import { buttonStyle } from '#components/ui/button-style.ts'
import { paths } from '#contract/paths.ts'
import { callBff } from '#lib/browser/call-bff.ts'

/** For an administrator who meets a deleted story. */
export function BringBackButton({ id }: { id: string }) {
  const action = useAction()
  const bringBack = () =>
    action.run('undelete', async () => {
      const { body } = await callBff('POST /contents/:id/undelete', { params: { id } })
      location.assign(paths.article(body.slug))
    })
  return (
    <div className="flex flex-col items-start gap-2 py-1">
      <button
        type="button"
        onClick={bringBack}
        aria-disabled={action.busy !== undefined || undefined}
        className={`${buttonStyle.primary} aria-disabled:opacity-60`}
      >
        Restore
      </button>
      {action.message && (
        <p role="alert" className="text-small text-danger">
          {action.message}
        </p>
      )}
    </div>
  )
}
