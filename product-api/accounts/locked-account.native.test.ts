import { followProvenEmail } from '#subscriptions/change-subscriber-email.ts'
import { anAccount, linkToken } from '#testing/accounts.ts'
import { api, openSession, send, withApi } from '#testing/api.ts'
import { confirmEmail } from './confirm-email.ts'
import { findActor } from './sessions.ts'

withApi()

/** As the check of a foreign key looks, but it fails instead of waiting. */
const referTo = 'select 1 from users where id = $1 for key share nowait'

test('an account that moves to another address does not hold up a write that refers to it, like a follow', async () => {
  const { context, pool } = api()
  const { id } = await anAccount({ emailProvenAt: new Date() })
  await send('POST', '/users/update-profile', { as: id, body: { email: 'new@example.com' } })
  const token = await linkToken('/confirm-email/')
  const actor = await findActor(context, await openSession(context, id))
  if (!actor) throw new Error('Nobody is signed in')
  let looked = 0
  // Enqueued while the account is held, and changed already.
  const enqueue = async () => {
    const { rows } = await pool.outside(() => pool.query(referTo, [id]))
    looked += rows.length
  }
  await confirmEmail({ ...context, actor, queue: { ...context.queue, enqueue } }, token, followProvenEmail)
  expect(looked).toBe(1)
})
