import { followProvenEmail } from '#subscriptions/change-subscriber-email.ts'
import { anAccount, linkToken } from '#testing/accounts.ts'
import { api, openSession, send, withApi } from '#testing/api.ts'
import { confirmEmail } from './confirm-email.ts'
import { findActor } from './sessions.ts'

withApi()

/** Takes the lock of a foreign key check, but fails instead of waiting. */
const referTo = 'select 1 from users where id = $1 for key share nowait'

test('a change of email does not block writes with a foreign key to the account, like a follow', async () => {
  const { context, pool } = api()
  const { id } = await anAccount({ emailProvenAt: new Date() })
  await send('POST', '/users/update-profile', { as: id, body: { email: 'new@example.com' } })
  const token = await linkToken('/confirm-email/')
  const actor = await findActor(context, await openSession(context, id))
  if (!actor) throw new Error('Nobody is signed in')
  let looked = 0
  // Runs while the account is locked and already changed.
  const enqueue = async () => {
    const { rows } = await pool.outside(() => pool.query(referTo, [id]))
    looked += rows.length
  }
  await confirmEmail({ ...context, actor, queue: { ...context.queue, enqueue } }, token, followProvenEmail)
  expect(looked).toBe(1)
})
