'use client'

import { FormNotice } from '#components/ui/form-notice.tsx'
import { lineLink } from '#components/ui/link-style.ts'
import { PageHeading } from '#components/ui/page-heading.tsx'
import type { Preferences } from '#contract/newsletters.ts'
import { paths } from '#contract/paths.ts'
import { UnsubscribeWithoutScripts } from '../unsubscribe-without-scripts.tsx'
import { EndedNotice } from './ended-notice.tsx'
import { PauseChoice } from './pause-choice.tsx'
import { SubscriptionRows } from './subscription-rows.tsx'
import { TimeZoneChoice } from './time-zone-choice.tsx'
import { usePreferences } from './use-preferences.ts'

/** Everything that an address gets, to change without an account. `uuid` is the mail's; looking changes nothing. */
export function PreferencePanel({ uuid, preferences }: { uuid: string; preferences: Preferences }) {
  const panel = usePreferences(uuid, preferences)
  const { shown, ended } = panel
  const { email, subscriptions } = shown
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <div className="flex flex-col">
        <PageHeading title="What you get by mail" text={`For ${email}. What you choose is saved at once.`} />
        {/* Its line is kept free: nothing moves away under a finger. */}
        <p role="status" className="min-h-6 text-ui font-semibold text-green">
          {panel.said}
        </p>
      </div>
      {subscriptions.length > 0 && <UnsubscribeWithoutScripts endings={endingsOf(uuid, subscriptions)} />}
      {ended && <EndedNotice key={ended.uuid} ended={ended} isBusy={panel.isBusy('undo')} onUndo={panel.undo} />}
      {panel.failure && <FormNotice kind="failure">{panel.failure}</FormNotice>}
      {subscriptions.length > 0 ? (
        <>
          <SubscriptionRows
            rows={subscriptions}
            isBusy={panel.isBusy}
            onFrequency={panel.setFrequency}
            onEnd={panel.end}
            onEndAll={panel.endAll}
          />
          <TimeZoneChoice timeZone={shown.time_zone} onChoose={panel.setTimeZone} />
          <PauseChoice until={shown.paused_until} timeZone={shown.time_zone} onPause={panel.setPaused} />
        </>
      ) : (
        <div className="flex flex-col items-start gap-2">
          <p className="text-soft">Nothing goes to {email}.</p>
          <a href={paths.subscribe} className={lineLink}>
            Subscribe to something
          </a>
        </div>
      )}
    </div>
  )
}

function endingsOf(uuid: string, subscriptions: Preferences['subscriptions']) {
  return [
    ...subscriptions.map((one) => ({ uuid: one.uuid, label: `Unsubscribe: ${one.about}` })),
    { uuid, scope: 'all' as const, label: 'Unsubscribe from everything' },
  ]
}
