import type { Challenge } from '#contract/subscription-schemas.ts'
import { minuteMs, passTime } from '#testing/accounts.ts'
import { api, get, mails, withApi } from '#testing/api.ts'
import { anAuthor, aProvenPerson } from '#testing/factories.ts'
import { solve, subscribe } from '#testing/subscriptions.ts'

withApi()

const from = '192.0.2.9'
let count = 0
const ask = (given: object = {}, as?: string) =>
  subscribe({ email: `reader-${count++}@example.com`, ...given }, as, from)
const challenge = async () => (await (await get('/newsletters/challenge')).json()) as Challenge
const useUp = async () => {
  for (let free = 0; free < 5; free++) expect((await ask()).status).toBe(200)
}
const written = (solution: object) => Buffer.from(JSON.stringify(solution)).toString('base64')
const readSolution = (altcha: string) => JSON.parse(Buffer.from(altcha, 'base64').toString())

async function expectRefused(response: Response) {
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ code: 'challenge_needed', detail: expect.stringContaining('an hour') })
}

describe('GET /newsletters/challenge', () => {
  test('answers a new one each time, and forbids caching', async () => {
    const response = await get('/newsletters/challenge')
    expect(response.headers.get('cache-control')).toContain('no-store')
    const first = (await response.json()) as Challenge
    expect(first).toEqual({
      algorithm: 'SHA-256',
      challenge: expect.stringMatching(/^[0-9a-f]{64}$/),
      maxnumber: 50_000,
      salt: expect.stringMatching(/^[0-9a-f]{24}\?expires=\d+&$/),
      signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect((await challenge()).challenge).not.toBe(first.challenge)
  })
})

describe('after the first few subscriptions of one client', () => {
  test('each further one needs a solution, which is accepted once', async () => {
    await useUp()
    await expectRefused(await ask())
    const altcha = solve(await challenge())
    expect((await ask({ altcha })).status).toBe(200)
    await expectRefused(await ask({ altcha }))
    expect((await ask({ altcha: solve(await challenge()) })).status).toBe(200)
    expect((await mails()).length).toBe(7)
  })

  test('accepts a solution for ten minutes', async () => {
    await useUp()
    const altcha = solve(await challenge())
    passTime(10 * minuteMs + 1_000)
    await expectRefused(await ask({ altcha }))
  })

  test('accepts nothing else', async () => {
    await useUp()
    const right = readSolution(solve(await challenge()))
    const wrong = [
      'nonsense',
      '',
      written([]),
      written({ ...right, number: right.number + 1 }),
      written({ ...right, number: String(right.number) }),
      written({ ...right, signature: '0'.repeat(64) }),
      written({ ...right, algorithm: 'SHA-1' }),
      written({ ...right, salt: right.salt.replace(/expires=\d+/, 'expires=9999999999') }),
      // Digits that move from the number into the salt.
      written({ ...right, salt: `${right.salt}${String(right.number)[0]}`, number: 0 }),
    ]
    for (const altcha of wrong) await expectRefused(await ask({ altcha }))
    expect((await ask({ altcha: written(right) })).status).toBe(200)
  })

  test('refuses a solution that is too long, and names the field', async () => {
    const response = await ask({ altcha: 'x'.repeat(8_000) })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { altcha: expect.any(String) } })
  })

  test('needs none from other clients, for one’s own proven address and for the trap for programs', async () => {
    await useUp()
    const me = await aProvenPerson({ email: 'me@example.com' })
    expect((await ask({ email: 'me@example.com' }, me.id)).status).toBe(200)
    expect((await ask({ website: 'https://spam.example' })).status).toBe(200)
    expect((await subscribe({ email: 'reader@example.com' }, undefined, '192.0.2.10')).status).toBe(200)
    const claimant = await anAuthor({ email: 'claimed@example.com' })
    await expectRefused(await ask({ email: 'claimed@example.com' }, claimant.id))
  })

  test('creates the signing key once', async () => {
    await challenge()
    const key = async () => (await api().pool.query("select value from kept_secrets where name like '%challenge'")).rows
    const before = await key()
    expect(before).toHaveLength(1)
    await Promise.all([challenge(), challenge()])
    expect(await key()).toEqual(before)
  })
})
