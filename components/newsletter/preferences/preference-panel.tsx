'use client'

import { FormNotice } from '#components/ui/form-notice.tsx'
import { lineLink } from '#components/ui/link-style.ts'
import { PageHeading } from '#components/ui/page-heading.tsx'
import type { Preferences } from '#contract/newsletters.ts'
import { paths } from '#contract/paths.ts'
import type { FormAnswer } from '#lib/browser/form-answer.ts'
import { EndedNotice } from './ended-notice.tsx'
import { PauseChoice } from './pause-choice.tsx'
import { PreferencesWithoutScripts } from './preferences-without-scripts.tsx'
import { SubscriptionRows } from './subscription-rows.tsx'
import { TimeZoneChoice } from './time-zone-choice.tsx'
import { usePreferences } from './use-preferences.ts'

type Props = { uuid: string; preferences: Preferences; answer?: FormAnswer | undefined }

/** Everything that an address gets, to change without an account. `uuid` is the email's; viewing changes nothing. */
export function PreferencePanel({ uuid, preferences, answer }: Props) {
  const panel = usePreferences(uuid, preferences, answer)
  const { shown, ended } = panel
  const { email, subscriptions } = shown
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
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
            <SubscriptionRows
              rows={subscriptions}
              isBusy={panel.isBusy}
              onFrequency={panel.setFrequency}
              onEnd={panel.end}
              onEndAll={panel.endAll}
            />
            <TimeZoneChoice timeZone={shown.time_zone} onChoose={panel.setTimeZone} />
            <PauseChoice until={shown.paused_until} timeZone={shown.time_zone} onPause={panel.setPaused} />
          </div>
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
