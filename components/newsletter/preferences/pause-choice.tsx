import { buttonStyle } from '#components/ui/button-style.ts'

type Props = { until: string | null; timeZone: string; onPause: (paused: boolean) => void }

export function PauseChoice({ until, timeZone, onPause }: Props) {
  return (
    <section aria-labelledby="pause" className="flex flex-col items-start gap-3">
      <h2 id="pause" className="font-serif text-lead font-semibold">
        Pause
      </h2>
      <p className="text-pretty text-ui text-soft">
        {until
          ? `Paused: no newsletter comes before ${dayOf(until, timeZone)}.`
          : 'No newsletters for 30 days. Stories published meanwhile aren’t sent later.'}
      </p>
      <button type="button" onClick={() => onPause(!until)} className={`${buttonStyle.secondary} w-full md:w-auto`}>
        {until ? 'Resume now' : 'Pause for a month'}
      </button>
    </section>
  )
}

/** In the subscriber's own zone: the server and the browser write the same. */
function dayOf(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(new Date(iso))
}
