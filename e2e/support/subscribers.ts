import { type APIRequestContext, expect } from '@playwright/test'
import { linkIn, mailTo, type ReceivedMail } from './mails.ts'
import { somebody } from './people.ts'

export async function subscribe(request: APIRequestContext, subscription: { email: string; [field: string]: unknown }) {
  const answer = await request.post('/api/newsletters/subscribe', { data: subscription })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Confirms what an email asks for, as its page's button does. */
export async function confirm(request: APIRequestContext, mail: ReceivedMail): Promise<void> {
  const uuid = linkIn(mail, /\/subscription\/confirmation\//)
    .split('/')
    .at(-1)
  const headers = { accept: 'application/json' }
  const confirmed = await request.get(`/api/newsletters/confirm/${uuid}`, { headers })
  expect(confirmed.status(), await confirmed.text()).toBe(200)
}

/** An address that has confirmed a list. */
export async function aSubscriber(request: APIRequestContext, list: Record<string, unknown>): Promise<string> {
  const { email } = somebody()
  await subscribe(request, { email, ...list })
  await confirm(request, await mailTo(email, /confirm/i))
  return email
}
