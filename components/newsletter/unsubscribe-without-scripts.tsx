import { buttonStyle } from '#components/ui/button-style.ts'
import { type EndScope, paths } from '#contract/paths.ts'

type Ending = { uuid: string; scope?: EndScope | undefined; label: string }

/** Where scripts are switched off: buttons that post what a mail program's own button posts. Shown to nobody else. */
export function UnsubscribeWithoutScripts({ endings }: { endings: readonly Ending[] }) {
  return (
    <noscript>
      <p className="pb-3 text-ui text-danger">
        This page needs scripts, which are switched off in your browser. Unsubscribing works without them:
      </p>
      {endings.map(({ uuid, scope, label }) => (
        <form key={`${uuid} ${scope}`} method="post" action={paths.unsubscribeAtOnce(uuid, scope)} className="pb-3">
          <button type="submit" name="List-Unsubscribe" value="One-Click" className={buttonStyle.secondary}>
            {label}
          </button>
        </form>
      ))}
    </noscript>
  )
}
