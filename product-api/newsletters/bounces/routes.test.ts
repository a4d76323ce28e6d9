import { createHmac } from 'node:crypto'
import { api, send, withApi } from '#testing/api.ts'
import { aBounce, aComplaint, aSentMail } from '#testing/reports.ts'

const secret = 'a secret of sixteen characters'
withApi({ bounceSecret: secret })

const states = async () =>
  (await api().pool.query('select state, reason from send_recipients')).rows.map(({ state, reason }) => [state, reason])

type Signing = { key?: string; at?: number; signature?: string; type?: string }

function post(
  body: string | Buffer,
  { key = secret, at = Date.now(), signature, type = 'message/rfc822' }: Signing = {},
) {
  const timestamp = String(Math.floor(at / 1000))
  const made = `sha256=${createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex')}`
  const headers = { 'content-type': type, 'x-timestamp': timestamp, 'x-signature': signature ?? made }
  return send('POST', '/newsletters/bounces', { body, headers })
}

describe('POST /newsletters/bounces', () => {
  test('records a raw message, once', async () => {
    const { returnPath } = await aSentMail()
    const raw = aBounce({ to: returnPath })
    expect(await (await post(raw)).json()).toEqual({ result: 'recorded' })
    expect(await states()).toEqual([['bounced', 'hard']])
    expect(await (await post(raw)).json()).toEqual({ result: 'ignored' })
  })

  test('records a message with its recipient beside it, and trusts a Message-ID', async () => {
    const [first, second] = [await aSentMail(), await aSentMail('second@example.org')]
    const body = JSON.stringify({ recipient: first.returnPath, message: aBounce().toString() })
    expect(await (await post(body, { type: 'application/json' })).json()).toEqual({ result: 'recorded' })
    const complaint = aComplaint('', { original: `Message-ID: ${second.messageId}` })
    expect(await (await post(complaint)).json()).toEqual({ result: 'recorded' })
  })

  test.each([
    ['another secret', { key: 'another secret of characters' }],
    ['no signature', { signature: '' }],
    ['half of one', { signature: 'sha256=ab' }],
    ['one of six minutes ago', { at: Date.now() - 6 * 60_000 }],
    ['one of the future', { at: Date.now() + 6 * 60_000 }],
    ['no time', { at: Number.NaN }],
  ])('answers 401 to %s and changes nothing', async (_, signing) => {
    const { returnPath } = await aSentMail()
    expect((await post(aBounce({ to: returnPath }), signing)).status).toBe(401)
    expect(await states()).toEqual([['sent', null]])
  })

  test.each([
    ['body', 'no json'],
    ['message', '{"recipient":"a"}'],
    ['recipient', '{"recipient":1,"message":""}'],
    ['message', 'null'],
  ])('answers 400 and names %s: %s', async (field, body) => {
    const response = await post(body, { type: 'application/json' })
    expect(response.status).toBe(400)
    const { fields } = (await response.json()) as { fields?: object }
    expect(Object.keys(fields ?? { body: '' })).toEqual([field])
  })

  test('answers 413 to more than a megabyte, and ignores other messages', async () => {
    expect((await post('a'.repeat(1024 * 1024 + 1))).status).toBe(413)
    expect(await (await post('a'.repeat(1024 * 1024))).json()).toEqual({ result: 'ignored' })
    expect(await (await post('Subject: hello\r\n\r\nhello')).json()).toEqual({ result: 'ignored' })
  })
})
