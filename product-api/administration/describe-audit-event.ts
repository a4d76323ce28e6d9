import type { AuditAction } from '#contract/audit.ts'

type Details = Record<string, string>
type Describe = (details: Details) => string

const methods: Details = { password: ' by password', google: ' by Google', passkey: ' by passkey' }
const by = ({ method = '' }: Details) => methods[method] ?? ''
const roles: Details = { user: 'a user', admin: 'an administrator' }
const quoted = (text: string | undefined) => (text ? ` “${text}”` : '')
const fromTo = ({ from, to }: Details) => `${from ? ` from ${from}` : ''}${to ? ` to ${to}` : ''}`
const send = ({ send: id }: Details) => (id ? ` (send ${id})` : '')
const job = ({ job: name, queue, id }: Details) =>
  `the job${quoted(name)}${queue ? ` of the queue ${queue}` : ''}${id ? ` (${id})` : ''}`
const list = ({ category, frequency }: Details) => [category, frequency].filter(Boolean).join(', ')
const toList = (details: Details) => (list(details) ? ` to the list ${list(details)}` : '')
const figures = ({ category: _, frequency: __, vouched: ___, ...counts }: Details) =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name.replaceAll('_', ' ')}`)
    .join(', ')

/** What each action was, as a sentence whose subject is who did it. */
const sentences: Record<AuditAction, Describe> = {
  sign_up: (details) => `Made an account${by(details)}.`,
  sign_in: (details) => `Signed in${by(details)}.`,
  sign_in_failed: (details) =>
    details.at === 'reauthentication'
      ? 'Typed a wrong password where the account’s own was asked for.'
      : `Failed to sign in${by(details)}.`,
  sign_in_refused: (details) =>
    details.limit === 'suspended'
      ? `Was refused to sign in${by(details)}, because the account is suspended.`
      : `Was refused to sign in${by(details)} after too many tries.`,
  sign_out: () => 'Signed out.',
  session_ended: () => 'Signed out another device.',
  sessions_ended: () => 'Signed out everywhere.',
  google_linked: () => 'Connected a Google account.',
  passkey_added: ({ name }) => `Added the passkey${quoted(name)}.`,
  passkey_removed: ({ name }) => `Removed the passkey${quoted(name)}.`,
  password_reset: () => 'Set a new password by a link in a mail.',
  password_changed: () => 'Changed the password.',
  email_proven: () => 'Confirmed the email address.',
  email_change_asked: (details) => `Asked to change the email address${fromTo(details)}.`,
  email_changed: (details) => `Changed the email address${fromTo(details)}.`,
  role_changed: ({ to = '' }) => `Made the account ${roles[to] ?? 'something else'}.`,
  user_suspended: ({ reason }) => `Suspended the account${reason ? `: ${reason}` : ''}.`,
  suspension_lifted: () => 'Lifted the suspension of the account.',
  story_deleted: ({ title, story }) => `Deleted the story${quoted(title)}${story ? ` (${story})` : ''}.`,
  story_brought_back: ({ title, story }) => `Brought back the story${quoted(title)}${story ? ` (${story})` : ''}.`,
  job_retried: (details) => `Retried ${job(details)}.`,
  jobs_retried: ({ queue, count }) => `Retried ${count ?? 'all'} failed jobs${queue ? ` of the queue ${queue}` : ''}.`,
  job_discarded: (details) => `Threw away ${job(details)}.`,
  following_ended: ({ author }) => `Ended following an author${author ? ` (${author})` : ''}.`,
  newsletter_sent: (details) =>
    `Began a send${toList(details)}${details.period ? ` for ${details.period}` : ''}${details.env === 'test' ? ', as a test' : ''}${send(details)}.`,
  newsletter_paused: (details) => `Paused a send${send(details)}.`,
  newsletter_resumed: (details) => `Resumed a send${send(details)}.`,
  newsletter_cancelled: (details) => `Cancelled a send${send(details)}.`,
  suppression_added: () => 'Entered an address that no newsletter goes to.',
  suppression_removed: ({ reason }) =>
    `Let newsletters go to an address again${reason ? ` (it was suppressed: ${reason.replaceAll('_', ' ')})` : ''}.`,
  subscribers_imported: (details) => `Began to import subscribers${toList(details)}.`,
  subscribers_import_ended: (details) =>
    `Ended importing subscribers${toList(details)}${figures(details) ? `: ${figures(details)}` : ''}.`,
  subscribers_exported: () => 'Exported the subscribers.',
  podcast_begun: ({ fileName }) => `Began to have the podcast${quoted(fileName)} read aloud.`,
  podcast_changed: ({ fileName }) => `Changed the podcast${quoted(fileName)}.`,
  podcast_deleted: ({ title, fileName }) => `Deleted the podcast${quoted(title ?? fileName)}.`,
  reading_list_feed_made: () => 'Made a new address for the private podcast of saved stories.',
  reading_list_feed_ended: () => 'Turned the private podcast of saved stories off.',
}

/** What was done, in words; of an action that only a newer program knows, its name. */
export function describeAuditEvent(action: string, details: Details): string {
  if (!Object.hasOwn(sentences, action)) return `Did something that this version has no words for: ${action}.`
  // A reason may end with its own full stop.
  return sentences[action as AuditAction](details).replace(/([.!?])\.$/, '$1')
}
