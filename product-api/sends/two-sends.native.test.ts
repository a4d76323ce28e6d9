import { api, mails, send, withApi } from '../testing/api.ts'
import { anAdmin, aStory } from '../testing/factories.ts'
import { aSubscriber } from '../testing/newsletters.ts'
import { whileUncommitted } from '../testing/while-uncommitted.ts'
import { holdLedger } from './audience-repository.ts'
import { beginSend } from './begin-send.ts'
import { claimEdition } from './edition-repository.ts'
import { insertEach } from './freeze-repository.ts'
import { freezeSend } from './freeze-send.ts'

withApi()

test('two sends that freeze at once give a story to nobody twice', async () => {
  const by = await anAdmin()
  await aSubscriber({ category: 'fiction', frequency: 'weekly' })
  const { id: story } = await aStory({ category: 'fiction' })
  await mails()
  const { context, pool } = api()
  const now = context.now()
  const body = { code: 'a code for tests', category: 'fiction', frequency: 'weekly', env: 'prod' }
  const { send: sendId } = (await (await send('POST', '/newsletters/send', { as: by.id, body })).json()) as {
    send: string
  }
  const { rows } = await pool.query('select id from subscribers')
  await whileUncommitted(
    async (tx) => {
      await holdLedger(tx)
      const of = { kind: 'digest', env: 'prod', period: 'now', key: 'another', state: 'sending' } as const
      const other = (await beginSend(context, tx, of)) ?? ''
      const editionId = await claimEdition(tx, { sendId: other, stories: [story], newestAt: now, now })
      const recipient = { subscriberId: rows[0].id, subscriptionId: null, editionId, domain: 'example.com' }
      await insertEach(tx, other, [recipient], now)
    },
    () => freezeSend(context, { sendId }),
  )
  const { rows: got } = await pool.query('select send_id from send_recipients')
  expect(got).toHaveLength(1)
  expect(got[0].send_id).not.toBe(sendId)
})
