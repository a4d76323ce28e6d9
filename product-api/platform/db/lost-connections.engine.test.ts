import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { anAccount, auditTrail, logIn, rightPassword } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { type BreakableDatabase, openBreakable } from '#testing/breakable-database.ts'
import { connectionOf } from '#testing/databases.ts'
import { aProvenPerson } from '#testing/factories.ts'
import { ChangeFeed, ChangeSignal } from '../change-feed/change-feed.ts'
import { changeRoutes } from '../change-feed/routes.ts'
import type { HonoEnv } from '../http/api.ts'
import { identify } from '../http/middleware.ts'
import { readTrustedProxies } from '../http/trusted-proxies.ts'
import { createLogger } from '../log.ts'
import { over } from './client.ts'
import { DatabasePool } from './pool.ts'
import { afterCommit, transaction } from './transaction.ts'

withApi()

const ada = { name: 'Ada', email: 'ada@example.com', password: rightPassword }
const signUp = (more: object = {}, userAgent = 'one browser') =>
  send('POST', '/users/signup', { body: { ...ada, ...more }, headers: { 'user-agent': userAgent } })

let database: BreakableDatabase
let pool: DatabasePool | undefined
beforeEach(async () => {
  database = await openBreakable(connectionOf(globalThis.testDatabase))
  await waitAtMost(undefined)
})

async function waitAtMost(waitMs: number | undefined): Promise<void> {
  await pool?.end()
  const opened = over(new DatabasePool({ ...database.connection, max: 3 }, { waitMs }))
  pool = opened.pool
  api().context.db = opened.db
}

afterEach(async () => {
  api().context.db = over(api().pool).db
  await pool?.end()
  pool = undefined
  await database.close()
})

async function expectAway(response: Response): Promise<void> {
  expect(response.status).toBe(503)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await response.json()).toMatchObject({ code: 'unavailable' })
}

describe('while the database is unavailable', () => {
  test('a call waits for it to come back', async () => {
    await database.goAway()
    const calls = [get('/contents'), signUp()]
    await database.comeBack()
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200])
  })

  test('answers 503 to sign-up, sign-in and reading if it stays unavailable', async () => {
    await waitAtMost(100)
    await get('/contents')
    await database.goAway()
    const answers = await Promise.all([signUp(), logIn('ada@example.com'), get('/contents')])
    for (const response of answers) await expectAway(response)
  })

  test('leaks no connections', async () => {
    await waitAtMost(100)
    await database.goAway()
    await Promise.all(Array.from({ length: 5 }, () => get('/contents')))
    await database.comeBack()
    expect(pool?.totalCount).toBe(0)
    const answers = await Promise.all(Array.from({ length: 5 }, () => get('/contents')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  })
})

test('connections that broke while they lay idle are not noticed by anyone', async () => {
  await Promise.all([get('/contents'), get('/contents'), get('/contents')])
  database.drop()
  const answers = await Promise.all([get('/contents'), signUp(), get('/contents')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
})

test('a script that fails inside a transaction of its own leaves no connection in it', async () => {
  const script = 'begin; create table changes (id integer); commit'
  await expect(pool?.query(script)).rejects.toThrow('already exists')
  expect((await get('/contents')).status).toBe(200)
})

test('repeats a transaction whose connection breaks before the commit, exactly once', async () => {
  const happened: string[] = []
  let runs = 0
  await transaction(api().context.db, async (tx) => {
    runs++
    afterCommit(tx, () => happened.push(`committed in run ${runs}`))
    await tx.execute(sql`insert into changes (tags) values ('{one}')`)
    if (runs === 1) database.drop()
    await tx.execute(sql`insert into changes (tags) values ('{two}')`)
  })
  expect(happened).toEqual(['committed in run 2'])
  const { rows } = await api().pool.query('select tags from changes order by id')
  expect(rows).toEqual([{ tags: ['one'] }, { tags: ['two'] }])
})

test('reports the error of the use case, not that of the failed rollback', async () => {
  const failing = transaction(api().context.db, async (tx) => {
    await tx.execute(sql`select 1`)
    database.drop()
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect((await get('/contents')).status).toBe(200)
})

describe('if the answer to a commit is lost', () => {
  test('a sign-up ends as if nothing had been, with one account and one email', async () => {
    const lost = database.loseAnswerTo('commit')
    expect((await signUp()).status).toBe(200)
    await lost
    expect(await mails()).toHaveLength(1)
    expect((await logIn(ada.email)).status).toBe(200)
  })

  test('a sign-in opens one session', async () => {
    await anAccount({ email: ada.email })
    const lost = database.loseAnswerTo('commit')
    const response = await logIn(ada.email)
    await lost
    expect(response.status).toBe(200)
    const { token } = (await response.json()) as { token: string }
    expect((await get('/users/current_user', { token })).status).toBe(200)
    expect((await api().pool.query('select 1 from sessions')).rows).toHaveLength(1)
    expect(await auditTrail()).toHaveLength(1)
  })

  test('a subscription whose commit was not acknowledged is not reported as a duplicate', async () => {
    const me = await aProvenPerson({ email: ada.email })
    const lost = database.loseAnswerTo('commit')
    const subscribe = () =>
      send('POST', '/newsletters/subscribe', { body: { email: ada.email, category: 'books' }, as: me.id })
    expect((await subscribe()).status).toBe(200)
    await lost
    expect((await subscribe()).status).toBe(400)
  })

  test('a password is changed, and a session ended, once and for good', async () => {
    const me = await anAccount({ email: ada.email })
    const token = ((await (await logIn(ada.email)).json()) as { token: string }).token
    const password = 'another battery staple'
    const inChange = database.loseAnswerTo('commit')
    const body = { currentPassword: rightPassword, password }
    expect((await send('POST', '/users/change-password', { body, token })).status).toBe(200)
    await inChange
    expect((await mails()).filter(({ to }) => to.address === me.email)).toHaveLength(1)
    const inLogOut = database.loseAnswerTo('commit')
    expect((await send('POST', '/users/logout', { token })).status).toBe(200)
    await inLogOut
    expect((await get('/users/current_user', { token })).status).toBe(401)
  })

  describe('and the database stays unavailable', () => {
    beforeEach(async () => {
      await waitAtMost(100)
      const lost = database.loseAnswerTo('commit', { stayAway: true })
      const answer = signUp()
      await lost
      await expectAway(await answer)
      await database.comeBack()
      await waitAtMost(undefined)
    })

    test('the same sign-up tried again answers as the first one would have', async () => {
      expect((await signUp()).status).toBe(200)
      expect(await mails()).toHaveLength(1)
      expect((await logIn(ada.email)).status).toBe(200)
    })

    test('answers a conflict to another password or another browser', async () => {
      expect((await signUp({ password: 'a different staple' })).status).toBe(409)
      expect((await signUp({}, 'another browser')).status).toBe(409)
    })

    test('guessing there counts as guessing at the sign-in', async () => {
      const guesses = Array.from({ length: 6 }, (_, index) => signUp({ password: `a different staple ${index}` }))
      const statuses = (await Promise.all(guesses)).map(({ status }) => status)
      expect(statuses.sort()).toEqual([409, 409, 409, 409, 409, 429])
    })
  })
})

describe('a full disk', () => {
  const fault = (action: string) => `
    create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger no_room before ${action} execute function no_room()`
  afterEach(() => api().pool.query('drop function no_room cascade'))

  test('refuses a sign-up for now, and uses nothing up', async () => {
    await api().pool.query(fault('insert on users'))
    await expectAway(await signUp())
    await api().pool.query('alter table users disable trigger no_room')
    expect((await signUp()).status).toBe(200)
  })

  test('refuses a sign-in for now', async () => {
    await anAccount({ email: ada.email })
    await api().pool.query(fault('insert on sessions'))
    await expectAway(await logIn(ada.email))
    await api().pool.query('alter table sessions disable trigger no_room')
    expect((await logIn(ada.email)).status).toBe(200)
  })
})

test('a change feed that can no longer query ends without a reason, and new ones work', async () => {
  await waitAtMost(100)
  const { context } = api()
  const changed = new ChangeSignal()
  const feed = new ChangeFeed({ db: context.db, changed })
  const hono = new Hono<HonoEnv>()
  hono.use(identify(createLogger('silent'), readTrustedProxies('')))
  changeRoutes({ hono, context, findActor: async () => undefined }, { feed })
  const stream = await hono.request('/changes')
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toContain('event: hello')
  await database.goAway()
  changed.raise()
  expect(await reader?.read()).toEqual({ done: true, value: undefined })
  await database.comeBack()
  const next = (await hono.request('/changes')).body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await next?.read())?.value).toContain('event: hello')
  feed.close()
})
