import { auditActions } from '#contract/audit.ts'
import { describeAuditEvent } from './describe-audit-event.ts'

test.each(auditActions)('describes %s in a sentence, with any details or none', (action) => {
  const every = Object.fromEntries(
    ['method', 'name', 'from', 'to', 'reason', 'title', 'story', 'queue', 'count', 'send'].map((key) => [key, 'x']),
  )
  for (const details of [{}, every]) {
    const sentence = describeAuditEvent(action, details)
    expect(sentence).toMatch(/^[A-Z].*\.$/)
    expect(sentence).not.toMatch(/undefined|[{}]|\.\.$|_/)
  }
})

test.each([
  ['sign_in', { method: 'google', browser: 'a hash' }, 'Logged in by Google.'],
  [
    'sign_in_refused',
    { method: 'password', limit: 'suspended' },
    'Wasn’t allowed to log in by password, because the account is suspended.',
  ],
  ['role_changed', { from: 'user', to: 'admin' }, 'Made the account an administrator.'],
  ['user_suspended', { reason: 'Sends spam.' }, 'Suspended the account: Sends spam.'],
  ['story_deleted', { title: 'The lamp', story: '7' }, 'Deleted the story “The lamp” (7).'],
  [
    'job_retried',
    { job: 'send-welcome', queue: 'mail', id: '7' },
    'Retried the job “send-welcome” in the queue mail (7).',
  ],
  [
    'newsletter_sent',
    { category: 'fiction', frequency: 'weekly', period: '2026-W01', env: 'production', send: '7' },
    'Started a send to the list fiction, weekly for 2026-W01 (send 7).',
  ],
  ['of_the_future', {}, 'Did something this version can’t describe: of_the_future.'],
  ['constructor', {}, 'Did something this version can’t describe: constructor.'],
])('describes %s %j', (action, details, sentence) => {
  expect(describeAuditEvent(action, details as Record<string, string>)).toBe(sentence)
})
