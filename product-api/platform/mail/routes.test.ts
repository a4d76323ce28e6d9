import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { OutboxMail } from '#contract/mails.ts'
import { createApp } from '#start/app.ts'
import { api, get, openSession, withApi } from '#testing/api.ts'
import { temporaryFolder } from '#testing/children.ts'
import { anAdmin, aProvenPerson } from '#testing/factories.ts'
import { createMetrics } from '../http/middleware.ts'
import { createLogger } from '../log.ts'
import { openOutbox } from './outbox.ts'

withApi()

const outbox = path.join(temporaryFolder(), 'outbox')

async function ask(as?: string): Promise<Response> {
  const { context, feed } = api()
  const logger = createLogger('silent')
  const app = createApp({ context, feed, logger, metrics: createMetrics({ collectProcess: false }), outbox })
  const headers = new Headers(as ? { authorization: `Bearer ${await openSession(context, as)}` } : {})
  return app.request('/mails/outbox', { headers })
}

test('GET /mails/outbox lists the latest emails without their texts, newest first', async () => {
  const admin = await anAdmin()
  expect(await (await ask(admin.id)).json()).toEqual([])
  const mailer = openOutbox({ folder: outbox, from: () => ({ name: 'Bytewise', address: 'hello@bytewise.example' }) })
  const text = 'https://site.example/reset-password/s3cret'
  for (let count = 1; count <= 52; count++) {
    const to = { name: 'Ada', address: `ada-${count}@example.com` }
    await mailer.send({ to, subject: `Grüße, Ada (${count})`, text, html: `<p>${text}</p>` })
  }
  writeFileSync(path.join(outbox, 'a-note-of-the-operator.txt'), 'not a mail')
  const response = await ask(admin.id)
  const body = await response.text()
  const listed = JSON.parse(body) as OutboxMail[]
  expect(listed).toHaveLength(50)
  expect(listed[0]).toEqual({
    file: expect.stringMatching(/\.eml$/),
    to: 'ada-52@example.com',
    subject: 'Grüße, Ada (52)',
    written_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  })
  expect(body).not.toContain('s3cret')
})

test('it is for administrators, and answers 404 if there is none', async () => {
  const [admin, reader] = [await anAdmin(), await aProvenPerson()]
  expect((await ask()).status).toBe(401)
  expect((await ask(reader.id)).status).toBe(403)
  const none = await get('/mails/outbox', { as: admin.id })
  expect(none.status).toBe(404)
  expect(await none.json()).toMatchObject({ message: 'There is no outbox: emails go to the mail server.' })
})
