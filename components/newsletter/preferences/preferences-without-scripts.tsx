import { buttonStyle } from '#components/ui/button-style.ts'
import { formActions } from '#contract/form-actions.ts'
import type { Preferences } from '#contract/newsletters.ts'
import { paths } from '#contract/paths.ts'
import { FrequencySelect } from '../frequency-select.tsx'

type Props = { uuid: string; preferences: Preferences }

/** For browsers without scripts: one form for all choices, and buttons that do what an email program's button does. */
export function PreferencesWithoutScripts({ uuid, preferences: { subscriptions, paused_until } }: Props) {
  return (
    <noscript>
      <form method="post" action={formActions.preferences(uuid)} className="flex flex-col gap-4">
        <h2 className="font-serif text-lead font-semibold">Subscriptions</h2>
        {subscriptions.map(({ uuid: one, about, frequency }) => (
          <p key={one} className="flex flex-col gap-1.5">
            <label htmlFor={`often-${one}`} className="wrap-anywhere text-ui font-semibold">
              {about}
            </label>
            <span className="flex flex-wrap items-center gap-3">
              <FrequencySelect id={`often-${one}`} name={`frequency-${one}`} defaultValue={frequency} />
              <button
                type="submit"
                formAction={paths.unsubscribeAtOnce(one)}
                aria-label={`Unsubscribe: ${about}`}
                className="min-h-11 shrink-0 text-ui text-link underline underline-offset-2"
              >
                Unsubscribe
              </button>
            </span>
          </p>
        ))}
        <button type="submit" className={buttonStyle.primary}>
          Save
        </button>
        <button type="submit" name="paused" value={String(!paused_until)} className={buttonStyle.secondary}>
          {paused_until ? 'Resume now' : 'Pause for a month'}
        </button>
        <button type="submit" formAction={paths.unsubscribeAtOnce(uuid, 'all')} className={buttonStyle.secondary}>
          Unsubscribe from everything
        </button>
      </form>
      <p className="pt-4 text-pretty text-small text-faint">
        Choosing a time zone needs scripts, which are switched off in your browser.
      </p>
    </noscript>
  )
}
