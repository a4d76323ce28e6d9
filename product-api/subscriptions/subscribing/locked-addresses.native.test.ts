import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import { transaction } from '#platform/db/transaction.ts'
import { api, send, withApi } from '#testing/api.ts'
import { anAuthor, aProvenPerson } from '#testing/factories.ts'
import { whileUncommitted } from '#testing/while-uncommitted.ts'
import { moveSubscriber } from '../change-subscriber-email.ts'
import { findSubscriberForUpdate, lockOrCreateSubscriber } from './repository.ts'

withApi()

const email = 'reader@example.com'
const newEmail = 'new@example.com'

test('a subscription confirmed while an unverified claimant ends it stays', async () => {
  const [claimant, ada] = [await anAuthor({ email }), await anAuthor()]
  await send('POST', '/newsletters/subscribe', { body: { email, following_author: ada.id } })
  const confirmed = async (tx: Db) => {
    await findSubscriberForUpdate(tx, email)
    await tx.execute(sql`update subscriptions set confirmed_at = now()`)
  }
  const response = await whileUncommitted(confirmed, () =>
    send('DELETE', '/newsletters/unsubscribe/author', {
      body: { authorUuid: ada.id, userEmail: email },
      as: claimant.id,
    }),
  )
  expect(response.status).toBe(200)
  const { rows } = await api().pool.query('select ended_at from subscriptions')
  expect(rows).toEqual([{ ended_at: null }])
})

test('an account can move to an address that is just being subscribed for the first time', async () => {
  const { context, pool } = api()
  const me = await aProvenPerson({ email })
  await send('POST', '/newsletters/subscribe', { body: { email, category: 'books' }, as: me.id })
  await whileUncommitted(
    (tx) => lockOrCreateSubscriber(tx, { id: newId(), email: newEmail, createdAt: context.now() }),
    () => transaction(context.db, (tx) => moveSubscriber(context, tx, { from: email, to: newEmail })),
  )
  const { rows } = await pool.query(
    'select email, category from subscriptions join subscribers on subscribers.id = subscriber_id',
  )
  expect(rows).toEqual([{ email: newEmail, category: 'books' }])
})
