'use client'

import type { FormEvent } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { Field } from '#components/ui/field.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { SelectField } from '#components/ui/select-field.tsx'
import type { AuditAction, AuditEntry } from '#contract/audit.ts'
import { paths } from '#contract/paths.ts'
import { PagedRows, Row, RowLink, useSearchedList } from './row-list.tsx'

/** The audit log, newest first. */
export function AuditList() {
  const { list, isAll, search } = useSearchedList('GET /dashboard/audit', {})
  return (
    <section aria-label="Audit" className="flex flex-col gap-6">
      <AuditFilter onSearch={(query) => search(Object.keys(query).length > 0 ? { query } : {})} />
      <PagedRows
        label="Audit"
        list={list}
        empty={isAll ? 'No entries yet. Logins and changes appear here.' : 'No entries match this search.'}
        row={(entry) => <Row key={entry._id} title={entry.sentence} facts={factsOf(entry)} />}
      />
    </section>
  )
}

function factsOf({ at, actor, person, email, address, device }: AuditEntry) {
  const isOwn = actor !== null && actor.uuid === person?.uuid
  return [
    <span key="who">
      By {actor ? <Person {...actor} /> : address ? 'someone who wasn’t logged in' : 'the site or its operator'}
      {isOwn && email && ` (${email})`}
      {!isOwn && (person || email) && (
        <>
          {', to '}
          {person && <Person {...person} />}
          {person && email ? ` (${email})` : email}
        </>
      )}
    </span>,
    [formatDateTime(at), address && `from ${address}`, device].filter(Boolean).join(', '),
  ]
}

function Person({ uuid, name }: { uuid: string; name: string }) {
  // A deleted account has no page.
  if (!name) return `a deleted account (${uuid})`
  return <RowLink href={paths.profile(uuid)}>{name}</RowLink>
}

type WantedEvents = { person?: string; action?: AuditAction; from?: string; until?: string }

/** Filters the audit; days are those of this device. */
function AuditFilter({ onSearch }: { onSearch: (wanted: WantedEvents) => void }) {
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    onSearch(wantedOf(values))
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is younger than some browsers that are in use
    <form role="search" aria-label="Audit" onSubmit={onSubmit} className="grid items-end gap-4 md:grid-cols-2">
      <Field name="person" label="Person" placeholder="Name, email or id" maxLength={254} autoComplete="off" />
      <SelectField name="action" label="What was done" options={actions} />
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

/** The actions to filter by. */
const actionNames: Record<AuditAction, string> = {
  sign_up: 'Sign-ups',
  sign_in: 'Logins',
  sign_in_failed: 'Failed logins',
  sign_in_refused: 'Refused logins',
  sign_out: 'Logouts',
  session_ended: 'A session ended',
  sessions_ended: 'All sessions ended',
  google_linked: 'Google connected',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  password_reset: 'Password reset',
  password_changed: 'Password changed',
  email_proven: 'Email confirmed',
  email_change_asked: 'Email change requested',
  email_changed: 'Email changed',
  role_changed: 'Role changed',
  user_suspended: 'Suspended',
  suspension_lifted: 'Suspension lifted',
  story_deleted: 'Story deleted by an administrator',
  story_brought_back: 'Story restored',
  thanks_removed: 'Reported thanks removed',
  thanks_report_dismissed: 'Report of thanks dismissed',
  story_pinned: 'Story pinned to the front page',
  story_unpinned: 'Story unpinned',
  story_reports_decided: 'Reports decided',
  publication_deleted: 'Publication deleted',
  job_retried: 'Job retried',
  jobs_retried: 'Failed jobs retried',
  job_discarded: 'Job discarded',
  following_ended: 'Unfollowed an author',
  newsletter_sent: 'Send started',
  newsletter_paused: 'Send paused',
  newsletter_resumed: 'Send resumed',
  newsletter_cancelled: 'Send cancelled',
  story_mailing_sent: 'Story sent to subscribers',
  story_mailing_declined: 'Story kept from subscribers',
  mailing_approved: 'Author approved for newsletters',
  mailing_approval_withdrawn: 'Newsletter approval withdrawn',
  suppression_added: 'Address suppressed',
  suppression_removed: 'Suppression removed',
  subscribers_imported: 'Import started',
  subscribers_import_ended: 'Import finished',
  subscribers_exported: 'Subscribers exported',
  podcast_begun: 'Podcast started',
  podcast_changed: 'Podcast changed',
  podcast_deleted: 'Podcast deleted',
  reading_list_feed_made: 'Private podcast created',
  setting_changed: 'Setting changed',
  site_text_published: 'Text of a page published',
  site_text_reset: 'Text of a page taken back',
  person_invited: 'Person invited',
  invitation_withdrawn: 'Invitation withdrawn',
  invitation_accepted: 'Invitation accepted',
  publishing_allowed: 'Publishing allowed',
  publishing_withdrawn: 'Publishing permission withdrawn',
  reading_list_feed_ended: 'Private podcast ended',
}

const actions = [
  { value: '', label: 'Everything' },
  ...Object.entries(actionNames).map(([value, label]) => ({ value, label })),
]
