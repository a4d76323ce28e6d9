import { createHash, randomUUID } from 'node:crypto'
import { makeReturnPath } from '#newsletters/return-path.ts'
import { newId } from '#platform/db/id.ts'
import { api } from './api.ts'

export const bounceAddress = 'bounces@mail.example.com'

/** An email that was sent to a subscribed address. */
export async function aSentMail(email = 'reader@example.org', subscriberId = newId()) {
  const { pool, context } = api()
  const [sendId, mark, secret] = [newId(), createHash('sha256').update(randomUUID()).digest('hex').slice(0, 10), 'hush']
  const now = context.now()
  await pool.query('insert into subscribers (id, email, created_at) values ($1, $2, $3) on conflict do nothing', [
    ...[subscriberId, email, now],
  ])
  await pool.query(
    `insert into subscriptions (id, uuid, subscriber_id, category, frequency, asked_at, confirmed_at, created_at)
     values ($1, $2, $3, 'books', 'weekly', $4, $4, $4), ($5, $6, $3, 'fiction', 'daily', $4, null, $4) on conflict do nothing`,
    [newId(), randomUUID(), subscriberId, now, newId(), randomUUID()],
  )
  await pool.query(
    `insert into sends (id, kind, env, period, key, state, mark, secret, created_at)
     values ($1, 'campaign', 'prod', '2026-W48', $2, 'done', $2, $3, $4)`,
    [sendId, mark, secret, now],
  )
  await pool.query(
    `insert into send_recipients (send_id, subscriber_id, edition_id, domain, state, due_at, tries, changed_at)
     values ($1, $2, $3, $4, 'sent', $5, 1, $5)`,
    [sendId, subscriberId, newId(), email.slice(email.lastIndexOf('@') + 1), now],
  )
  const returnPath = makeReturnPath({ address: bounceAddress, mark, secret, subscriberId })
  return { email, sendId, subscriberId, returnPath, messageId: `<${sendId}.${subscriberId}@mail.example.com>` }
}

type BounceOptions = { action?: string; status?: string; diagnostic?: string; to?: string; original?: string }

/** A delivery status notification (RFC 3464). */
export function aBounce(options: BounceOptions = {}): Buffer {
  const { action = 'failed', status = '5.1.1', to = bounceAddress, original = 'Subject: News' } = options
  const { diagnostic = `smtp; 550 ${status} No such user` } = options
  return message(to, 'delivery-status', [
    ['message/delivery-status', deliveryStatus([{ action, status, diagnostic }])],
    ['message/rfc822', `${original}\n\nThe text of the mail`],
  ])
}

/** The part of a report about the recipients. */
export function deliveryStatus(groups: { action: string; status: string; diagnostic: string }[]): string {
  const about = groups.map(({ action, status, diagnostic }, at) =>
    [
      `Original-Recipient: rfc822;reader-${at}@example.org`,
      `Final-Recipient: rfc822;inbox-${at}@mx.example.org`,
      `Action: ${action}`,
      `Status: ${status}`,
      'Remote-MTA: dns; mx.example.org',
      `Diagnostic-Code: ${diagnostic}`,
    ].join('\n'),
  )
  return ['Reporting-MTA: dns; mx.example.net\nArrival-Date: Mon, 23 Nov 2026 06:00:00 +0000', ...about].join('\n\n')
}

/** A feedback report about abuse (RFC 5965). */
export function aComplaint(fields: string, { type = 'abuse', original = 'Subject: News' } = {}): Buffer {
  return message('fbl@example.com', 'feedback-report', [
    ['message/feedback-report', `Feedback-Type: ${type}\nUser-Agent: Some/1.0\nVersion: 1\n${fields}`],
    ['message/rfc822', `${original}\n\nThe text of the mail`],
  ])
}

export function message(to: string, reportType: string, parts: [type: string, content: string][]): Buffer {
  const lines = [
    'From: MAILER-DAEMON@mx.example.net',
    `To: <${to}>`,
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${reportType}; boundary="part"`,
    '',
    ...['--part', 'Content-Type: text/plain', '', 'Something for people to read.', ''],
    ...parts.flatMap(([type, content]) => ['--part', `Content-Type: ${type}`, '', content, '']),
    '--part--',
    '',
  ]
  return Buffer.from(lines.join('\n').replace(/\r?\n/g, '\r\n'))
}
