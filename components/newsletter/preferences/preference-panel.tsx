'use client'

import { type ComponentProps, useId } from 'react'
import { RowButton } from '#components/ui/action-rows.tsx'
import { Button } from '#components/ui/button.tsx'
import { buttonStyle } from '#components/ui/button-style.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { LineLink } from '#components/ui/links.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Select } from '#components/ui/select.tsx'
import { TitledSection } from '#components/ui/titled-section.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { formActions } from '#contract/form-actions.ts'
import { type Frequency, frequencies, frequencyTable } from '#contract/frequencies.ts'
import { paths } from '#contract/paths.ts'
import type { Preferences } from '#contract/subscription-schemas.ts'
import type { FormAnswer } from '#lib/browser/form-answer.ts'
import { EndedNotice } from './ended-notice.tsx'
import { usePreferences } from './use-preferences.ts'

type Props = { uuid: string; preferences: Preferences; answer?: FormAnswer | undefined }

/** Everything that an address gets, to change without an account. `uuid` is the email's; viewing changes nothing. */
export function PreferencePanel({ uuid, preferences, answer }: Props) {
  const panel = usePreferences(uuid, preferences, answer)
  const { ended } = panel
  const { email, subscriptions } = panel.shown
  return (
    <div ref={keepFocus} className="flex w-full max-w-form flex-col gap-6">
      <div className="flex flex-col">
        <PageHeading title="What you get by email" />
        <p className="pt-2 text-pretty text-soft">
          For {email}. <span className="needs-scripts">Changes are saved at once.</span>
        </p>
        {/* Its line is reserved, so that nothing moves away under a finger. */}
        <p role="status" className="min-h-6 text-ui font-semibold text-green">
          {panel.said}
        </p>
      </div>
      {ended && <EndedNotice key={ended.uuid} ended={ended} isBusy={panel.isBusy('undo')} onUndo={panel.undo} />}
      {panel.failure && <FormNotice kind="failure">{panel.failure}</FormNotice>}
      {subscriptions.length > 0 ? (
        <>
          <PreferencesWithoutScripts uuid={uuid} preferences={preferences} />
          <div className="needs-scripts flex flex-col gap-6">
            <SubscriptionRows panel={panel} />
            <TimeZoneChoice panel={panel} />
            <PauseChoice panel={panel} />
          </div>
        </>
      ) : (
        <div className="flex flex-col items-start gap-2">
          <p className="text-soft">Nothing goes to {email}.</p>
          <LineLink href={paths.subscribe}>Subscribe to something</LineLink>
        </div>
      )}
    </div>
  )
}

type Panel = ReturnType<typeof usePreferences>

function PauseChoice({ panel }: { panel: Panel }) {
  const { paused_until: until, time_zone: timeZone } = panel.shown
  return (
    <TitledSection id="pause" title="Pause" className="flex flex-col items-start gap-3">
      <p className="text-pretty text-ui text-soft">
        {until
          ? `Paused: no newsletter comes before ${dayOf(until, timeZone)}.`
          : 'No newsletters for 30 days. Stories published meanwhile aren’t sent later.'}
      </p>
      <Button onClick={() => panel.setPaused(!until)} className="w-full md:w-auto">
        {until ? 'Resume now' : 'Pause for a month'}
      </Button>
    </TitledSection>
  )
}

/** In the subscriber's own zone: the server and the browser write the same. */
function dayOf(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(new Date(iso))
}

/** The subscriber's time zone. The browser provides the list and its own zone: the server names the stored one. */
function TimeZoneChoice({ panel }: { panel: Panel }) {
  const timeZone = panel.shown.time_zone
  const id = useId()
  const isHere = useHydrated()
  const own = isHere ? Intl.DateTimeFormat().resolvedOptions().timeZone : timeZone
  const zones = isHere ? [...new Set([timeZone, own, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort() : [timeZone]
  return (
    <section className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-serif text-lead font-semibold">
        Time zone
      </label>
      <Select
        id={id}
        aria-describedby={`${id}-help`}
        value={timeZone}
        onChange={({ target }) => panel.setTimeZone(target.value)}
        options={zones.map((zone) => ({ value: zone, label: readable(zone) }))}
      />
      <p id={`${id}-help`} className="text-small text-faint">
        Digests arrive in the morning, in this time zone.
      </p>
      {own !== timeZone && (
        <Button
          look="link"
          onClick={() => {
            panel.setTimeZone(own)
            // The button goes, and the focus with it.
            document.getElementById(id)?.focus()
          }}
          className="min-h-11 self-start text-start text-ui text-link"
        >
          Use this device’s: {readable(own)}
        </Button>
      )}
    </section>
  )
}

function readable(zone: string): string {
  return zone.replaceAll('_', ' ')
}

/** For browsers without scripts: one form for all choices, and buttons like an email program's unsubscribe button. */
function PreferencesWithoutScripts({ uuid, preferences }: Pick<Props, 'uuid' | 'preferences'>) {
  const { subscriptions, paused_until } = preferences
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

/** The subscriptions of an address, each with its frequency and a button to unsubscribe. */
function SubscriptionRows({ panel }: { panel: Panel }) {
  const rows = panel.shown.subscriptions
  return (
    <TitledSection id="subscriptions" title="Subscriptions" className="flex flex-col gap-4">
      <ul className="divide-y divide-line border-y border-line">
        {rows.map((row) => (
          <li key={row.uuid} className="flex flex-col gap-1.5 py-3">
            <p className="wrap-anywhere text-ui font-semibold">{row.about}</p>
            <div className="flex items-center gap-4">
              <FrequencySelect
                aria-label={`How often: ${row.about}`}
                aria-describedby={`means-${row.uuid}`}
                value={row.frequency}
                onChange={({ target }) => panel.setFrequency(row.uuid, target.value as Frequency)}
              />
              <RowButton
                label="Unsubscribe"
                of={row.about}
                isBusy={panel.isBusy(row.uuid)}
                onPress={() => panel.end(row)}
              />
            </div>
            <p id={`means-${row.uuid}`} className="text-small text-faint">
              {row.confirmed ? frequencyTable[row.frequency].means : 'Waiting for you to confirm: look for our email.'}
            </p>
          </li>
        ))}
      </ul>
      {rows.length > 1 && (
        <Button isBusy={panel.isBusy('all')} onClick={panel.endAll} className="w-full md:w-auto md:self-start">
          Unsubscribe from everything
        </Button>
      )}
    </TitledSection>
  )
}

const frequencyOptions = frequencies.map((value) => ({ value, label: frequencyTable[value].label }))

/** Selects the frequency of a subscription. */
function FrequencySelect(props: Omit<ComponentProps<'select'>, 'className' | 'children'>) {
  return <Select {...props} options={frequencyOptions} className="min-w-0 flex-1" />
}
