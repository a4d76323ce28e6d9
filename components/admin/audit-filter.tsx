import type { FormEvent } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { Field } from '#components/ui/field.tsx'
import type { AuditAction } from '#contract/audit.ts'
import { actionNames } from './audit-actions.ts'

export type WantedEvents = { person?: string; action?: AuditAction; from?: string; until?: string }

/** Filters the audit; days are those of this device. */
export function AuditFilter({ onSearch }: { onSearch: (wanted: WantedEvents) => void }) {
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    onSearch(wantedOf(values))
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is younger than some browsers that are in use
    <form role="search" aria-label="Audit" onSubmit={onSubmit} className="grid items-end gap-4 md:grid-cols-2">
      <Field name="person" label="Person" placeholder="Name, email or id" maxLength={254} autoComplete="off" />
      <Field
        name="action"
        label="What was done"
        control={(tied) => (
          <select {...tied} className={`${tied.className} h-11`}>
            <option value="">Everything</option>
            {Object.entries(actionNames).map(([action, words]) => (
              <option key={action} value={action}>
                {words}
              </option>
            ))}
          </select>
        )}
      />
      <Field name="first" type="date" label="First day" />
      <Field name="last" type="date" label="Last day" />
      <button type="submit" className={`${buttonStyle.secondary} justify-self-start`}>
        Search
      </button>
    </form>
  )
}

function wantedOf({ person = '', action, first, last }: Record<string, string>): WantedEvents {
  return {
    ...(person.trim() && { person: person.trim() }),
    ...(action && { action: action as AuditAction }),
    ...(first && { from: beginOf(first) }),
    ...(last && { until: beginOf(last, 1) }),
  }
}

/** When a day begins in this device's time zone. */
function beginOf(day: string, daysLater = 0): string {
  const begin = new Date(`${day}T00:00`)
  begin.setDate(begin.getDate() + daysLater)
  return begin.toISOString()
}
