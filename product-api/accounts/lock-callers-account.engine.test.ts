import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import type { DatabasePool } from '#platform/db/pool.ts'
import { anAccount, minuteMs } from '#testing/accounts.ts'
import { api, mails, openSession, withApi } from '#testing/api.ts'
import { anAuthenticator } from '#testing/authenticator.ts'
import { addPasskey, beginPasskey, removePasskey } from './passkeys/service.ts'
import { changePassword } from './passwords/set-password.ts'
import { findActor } from './sessions.ts'
import { updateProfile } from './users/update-profile.ts'

withApi()

/** The context of a call that passed authentication. */
async function aCall(): Promise<SignedInContext> {
  const { context } = api()
  const { id } = await anAccount()
  const actor = await findActor(context, await openSession(context, id))
  if (!actor) throw new Error('Nobody is signed in')
  return { ...context, actor }
}

/** Ends the session, like a password reset in the meantime. */
const endSessions = () => api().pool.query('delete from sessions')
const unauthenticated = { code: 'unauthenticated' }

describe('an email that changes during a call', () => {
  const move = () => api().pool.query("update users set email = 'new@example.com'")
  const nothingAsked = async () => {
    expect((await api().pool.query('select pending_email from users')).rows).toEqual([{ pending_email: null }])
    expect(await mails()).toEqual([])
  }

  test('is not changed back by a form that sends the former one along', async () => {
    const ctx = await aCall()
    const { pool } = api()
    const connectWithin: DatabasePool['connectWithin'] = async (budget) => {
      await move()
      return pool.connectWithin(budget)
    }
    const $client = Object.assign(Object.create(pool), { connectWithin, retryBudget: () => pool.retryBudget() })
    const db: Db = Object.assign(Object.create(ctx.db), { $client })
    await expect(updateProfile({ ...ctx, db }, { email: ctx.actor.email })).rejects.toMatchObject({
      code: 'reauthentication_needed',
      message: 'The email address of your account was changed in the meantime. Please load the page again.',
    })
    await nothingAsked()
  })

  test('makes a form with the former one require the password if the sign-in is older', async () => {
    const ctx = await aCall()
    const now = () => new Date(Date.now() + 15 * minuteMs + 1)
    await move()
    await expect(updateProfile({ ...ctx, now }, { email: ctx.actor.email })).rejects.toMatchObject({
      code: 'reauthentication_needed',
      fields: { currentPassword: 'Please enter your current password.' },
    })
    await nothingAsked()
  })
})

describe('a session that ends during a call', () => {
  test('changes no profile, and requests no change of email', async () => {
    const ctx = await aCall()
    await endSessions()
    const input = { name: 'Evil', email: 'evil@example.com' }
    await expect(updateProfile(ctx, input)).rejects.toMatchObject(unauthenticated)
    const { rows } = await api().pool.query('select 1 from users where pending_email is not null or name = $1', [
      'Evil',
    ])
    expect(rows).toEqual([])
    expect(await mails()).toEqual([])
  })

  test('adds no passkey, and removes none', async () => {
    const ctx = await aCall()
    const { pool } = api()
    const authenticator = anAuthenticator()
    const { challengeId, options } = await beginPasskey(ctx, undefined)
    const answer = { challengeId, response: authenticator.create(options as { challenge: string }) }
    await pool.query(`insert into passkeys values ('own', $1, '', 0, '{}', 'own', now())`, [ctx.actor.id])
    await endSessions()
    await expect(addPasskey(ctx, answer, undefined)).rejects.toMatchObject(unauthenticated)
    await expect(removePasskey(ctx, 'own')).rejects.toMatchObject(unauthenticated)
    expect((await pool.query('select id from passkeys')).rows).toEqual([{ id: 'own' }])
    expect(await mails()).toEqual([])
  })

  test('sets no password', async () => {
    const ctx = await aCall()
    await api().pool.query('update users set password_hash = null')
    await endSessions()
    await expect(changePassword(ctx, { password: 'another horse battery' })).rejects.toMatchObject(unauthenticated)
    expect((await api().pool.query('select password_hash from users')).rows).toEqual([{ password_hash: null }])
  })
})
