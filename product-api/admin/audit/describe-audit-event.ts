import { nameDevice } from '#accounts/name-device.ts'
import type { AuditAction, AuditEntry } from '#contract/audit.ts'
import { sitePageTitle } from '#contract/site-pages.ts'
import type { EventRow } from './list-audit-events.ts'

export function presentAuditEvent(event: EventRow): AuditEntry {
  const { id, at, action, actorId, actorName, userId, userName, email, address, userAgent, details } = event
  return {
    ...{ _id: id, at: at.toISOString(), action },
    sentence: describeAuditEvent(action, details),
    actor: actorId ? { uuid: actorId, name: actorName ?? '' } : null,
    person: userId ? { uuid: userId, name: userName ?? '' } : null,
    ...{ email, address, device: nameDevice(userAgent) },
  }
}

type Details = Record<string, string>
type Describe = (details: Details) => string

const methods: Details = { password: ' by password', google: ' by Google', passkey: ' by passkey' }
const by = ({ method = '' }: Details) => methods[method] ?? ''
const roles: Details = { user: 'a user', admin: 'an administrator' }
const quoted = (text: string | undefined) => (text ? ` “${text}”` : '')
const fromTo = ({ from, to }: Details) => `${from ? ` from ${from}` : ''}${to ? ` to ${to}` : ''}`
const send = ({ send: id }: Details) => (id ? ` (send ${id})` : '')
const job = ({ job: name, queue, id }: Details) =>
  `the job${quoted(name)}${queue ? ` in the queue ${queue}` : ''}${id ? ` (${id})` : ''}`
const reportDecisions: Details = {
  dismissed: 'Dismissed the reports about the story',
  unpublished: 'Unpublished the story',
  suspended: 'Suspended the author because of the story',
}
const list = ({ category, frequency }: Details) => [category, frequency].filter(Boolean).join(', ')
const toList = (details: Details) => (list(details) ? ` to the list ${list(details)}` : '')
const figures = ({ category: _, frequency: __, vouched: ___, ...counts }: Details) =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name.replaceAll('_', ' ')}`)
    .join(', ')

/** A sentence for each action; its subject is the person who did it. */
/** The settings of the site, in words. */
const settingNames: Record<string, string> = {
  name: 'the name of the site',
  tagline: 'the sentence about the site',
  accent: 'the accent colour',
  logo: 'the logo',
  icon: 'the icon',
  contact_email: 'the contact address',
  social_links: 'the links to other places',
  default_frequency: 'the usual frequency of subscriptions',
  sign_up: 'who may sign up',
  publish: 'who may publish',
  categories: 'the categories',
}

const sentences: Record<AuditAction, Describe> = {
  sign_up: (details) => `Created an account${by(details)}.`,
  sign_in: (details) => `Logged in${by(details)}.`,
  sign_in_failed: (details) =>
    details.at === 'reauthentication'
      ? 'Typed a wrong password when asked to confirm it.'
      : `Failed to log in${by(details)}.`,
  sign_in_refused: (details) =>
    details.limit === 'suspended'
      ? `Wasn’t allowed to log in${by(details)}, because the account is suspended.`
      : `Wasn’t allowed to log in${by(details)} after too many attempts.`,
  sign_out: () => 'Logged out.',
  session_ended: () => 'Logged out another device.',
  sessions_ended: () => 'Logged out everywhere.',
  google_linked: () => 'Connected a Google account.',
  passkey_added: ({ name }) => `Added the passkey${quoted(name)}.`,
  passkey_removed: ({ name }) => `Removed the passkey${quoted(name)}.`,
  password_reset: () => 'Set a new password using a link in an email.',
  password_changed: () => 'Changed the password.',
  email_proven: () => 'Confirmed the email address.',
  email_change_asked: (details) => `Asked to change the email address${fromTo(details)}.`,
  email_changed: (details) => `Changed the email address${fromTo(details)}.`,
  role_changed: ({ to = '' }) => `Made the account ${roles[to] ?? 'something else'}.`,
  user_suspended: ({ reason }) => `Suspended the account${reason ? `: ${reason}` : ''}.`,
  suspension_lifted: () => 'Lifted the suspension of the account.',
  story_deleted: ({ title, story }) => `Deleted the story${quoted(title)}${story ? ` (${story})` : ''}.`,
  story_brought_back: ({ title, story }) => `Restored the story${quoted(title)}${story ? ` (${story})` : ''}.`,
  thanks_removed: () => 'Removed a reported line of thanks.',
  thanks_report_dismissed: () => 'Dismissed the report of a line of thanks.',
  story_pinned: ({ title, story, place, until, replaced }) =>
    `Pinned the story${quoted(title)}${story ? ` (${story})` : ''} to the front page${place === 'lead' ? ' as the lead' : ''}${until ? ` until ${until}` : ''}${replaced ? `, in place of “${replaced}”` : ''}.`,
  story_unpinned: ({ title, story }) =>
    `Took the story${quoted(title)}${story ? ` (${story})` : ''} off the top of the front page.`,
  story_reports_decided: ({ title, story, decision = '', reports }) =>
    `${reportDecisions[decision] ?? 'Decided the reports about the story'}${quoted(title)}${story ? ` (${story})` : ''}${reports ? `, reported ${reports === '1' ? 'once' : `${reports} times`}` : ''}.`,
  publication_deleted: ({ name, publication }) =>
    `Deleted the publication${quoted(name)}${publication ? ` (${publication})` : ''}.`,
  job_retried: (details) => `Retried ${job(details)}.`,
  jobs_retried: ({ queue, count }) => `Retried ${count ?? 'all'} failed jobs${queue ? ` in the queue ${queue}` : ''}.`,
  job_discarded: (details) => `Discarded ${job(details)}.`,
  following_ended: ({ author }) => `Stopped following an author${author ? ` (${author})` : ''}.`,
  newsletter_sent: (details) =>
    `Started a send${toList(details)}${details.period ? ` for ${details.period}` : ''}${details.env === 'test' ? ', as a test' : ''}${send(details)}.`,
  newsletter_paused: (details) => `Paused a send${send(details)}.`,
  newsletter_resumed: (details) => `Resumed a send${send(details)}.`,
  newsletter_cancelled: (details) => `Cancelled a send${send(details)}.`,
  story_mailing_sent: ({ title, story, category }) =>
    `Sent the story${quoted(title)}${story ? ` (${story})` : ''} to the subscribers of ${category ?? 'its category'}.`,
  story_mailing_declined: ({ title, story, category }) =>
    `Kept the story${quoted(title)}${story ? ` (${story})` : ''} from the subscribers of ${category ?? 'its category'}.`,
  mailing_approved: () => 'Let the stories of this author go to the subscribers of categories.',
  mailing_approval_withdrawn: () => 'No longer lets the stories of this author go to the subscribers of categories.',
  suppression_added: () => 'Suppressed an address.',
  suppression_removed: ({ reason }) =>
    `Removed the suppression of an address${reason ? ` (reason: ${reason.replaceAll('_', ' ')})` : ''}.`,
  subscribers_imported: (details) => `Started importing subscribers${toList(details)}.`,
  subscribers_import_ended: (details) =>
    `Finished importing subscribers${toList(details)}${figures(details) ? `: ${figures(details)}` : ''}.`,
  subscribers_exported: () => 'Exported the subscribers.',
  podcast_begun: ({ fileName }) => `Started generating the podcast${quoted(fileName)}.`,
  podcast_changed: ({ fileName }) => `Changed the podcast${quoted(fileName)}.`,
  podcast_deleted: ({ title, fileName }) => `Deleted the podcast${quoted(title ?? fileName)}.`,
  reading_list_feed_made: () => 'Created a new address for the private podcast of saved stories.',
  setting_changed: ({ setting = '', from, to }) => {
    const name = settingNames[setting] ?? 'a setting'
    if (!to) return from ? `Removed ${name}, “${from}”.` : `Changed ${name}.`
    return `Changed ${name}${from ? ` from “${from}”` : ''} to “${to}”.`
  },
  site_text_published: ({ page = '', title }) =>
    `Published the text of the page ${sitePageTitle(page)}${quoted(title)}.`,
  site_text_reset: ({ page = '' }) =>
    `Took back the text of the page ${sitePageTitle(page)}, which has its built-in text again.`,
  person_invited: ({ again }) => (again ? 'Sent an invitation again.' : 'Invited a person to create an account.'),
  invitation_withdrawn: () => 'Withdrew an invitation.',
  invitation_accepted: () => 'Accepted an invitation.',
  publishing_allowed: () => 'Let this person publish stories, also where only invited people may.',
  publishing_withdrawn: () => 'No longer lets this person publish stories where only invited people may.',
  reading_list_feed_ended: () => 'Turned the private podcast of saved stories off.',
}

/** Describes an event in a sentence; an action that only a newer version knows is named as it is. */
export function describeAuditEvent(action: string, details: Details): string {
  if (!Object.hasOwn(sentences, action)) return `Did something this version can’t describe: ${action}.`
  // A reason may already end with a full stop.
  return sentences[action as AuditAction](details).replace(/([.!?])\.$/, '$1')
}
