import type { Actor } from '#platform/context.ts'
import { anAccount, linkToken } from '#testing/accounts.ts'
import { api, get, openSession, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aProvenPerson, aStory } from '#testing/factories.ts'
import { subscribe } from '#testing/subscriptions.ts'

withApi()

const email = 'me@example.com'
const changed = 'new@example.com'
const change = async (me: Actor) => {
  await send('POST', '/users/update-profile', { body: { email: changed }, as: me.id })
  return me
}

/** The things that an account owns, with calls to create, list and delete each. */
const things: Record<string, (me: Actor, wanda: Actor) => Promise<Kept>> = {
  subscription: async (me) => ({
    begin: () => subscribe({ email, category: 'books' }, me.id),
    list: (of = email) => get(`/newsletters/subscriptions/${of}`, { as: me.id }),
    end: (of = email) => send('DELETE', `/newsletters/subscriptions/${of}`, { body: { category: 'books' }, as: me.id }),
  }),
  follow: async (me, wanda) => ({
    begin: () => subscribe({ email, following_author: wanda.id, as_account: true }, me.id),
    list: (of = email) => get(`/newsletters/subscriptions/${of}`, { as: me.id }),
    end: (userEmail = email) =>
      send('DELETE', '/newsletters/unsubscribe/author', { body: { authorUuid: wanda.id, userEmail }, as: me.id }),
  }),
  bookmark: async (me, wanda) => {
    const { id } = await aStory({ by: wanda })
    return {
      begin: () => send('POST', '/bookmarks', { body: { articleId: id, userId: me.id }, as: me.id }),
      list: () => get(`/bookmarks/user/${me.id}`, { as: me.id }),
      end: () => send('DELETE', `/bookmarks/${me.id}/${id}`, { as: me.id }),
    }
  },
  draft: async (me) => ({
    begin: () => send('POST', '/contents', { body: { title: 'Lamp', content: '<p>Oil.</p>' }, as: me.id }),
    list: () => get(`/contents/${me.id}/drafts`, { as: me.id }),
    end: async () => {
      const [draft] = await (await get(`/contents/${me.id}/drafts`, { as: me.id })).json()
      return send('DELETE', `/contents/${draft._id}`, { as: me.id })
    },
  }),
}
type Kept = {
  begin: () => Promise<Response>
  list: (of?: string) => Promise<Response>
  end: (of?: string) => Promise<Response>
}

/** The states in which a person can be signed in. */
const states: Record<string, () => Promise<Actor>> = {
  unproven: () => anAccount({ email }),
  proven: () => anAccount({ email, emailProvenAt: new Date() }),
  'changing an unproven address': async () => change(await anAccount({ email })),
  'changing a proven address': async () => change(await anAccount({ email, emailProvenAt: new Date() })),
  'with Google alone': () => aProvenPerson({ email }),
}

const table = Object.keys(states).flatMap((state) => Object.keys(things).map((thing) => [state, thing] as const))
const countOf = async (response: Response) => ((await response.json()) as unknown[]).length

describe.each(table)('an account that is %s', (state, thing) => {
  test(`can create, list and delete a ${thing}`, async () => {
    const me = (await states[state]?.()) as Actor
    const kept = (await things[thing]?.(me, await anAuthor())) as Kept
    expect((await kept.begin()).ok).toBe(true)
    expect(await countOf(await kept.list())).toBe(1)
    expect((await kept.end()).ok).toBe(true)
    expect(await countOf(await kept.list())).toBe(0)
  })
})

describe.each(table.filter(([state]) => state.startsWith('changing')))('an account %s', (state, thing) => {
  test(`keeps its ${thing} once the new address is proven`, async () => {
    const me = (await states[state]?.()) as Actor
    const kept = (await things[thing]?.(me, await anAuthor())) as Kept
    await kept.begin()
    const body = { token: await linkToken('/confirm-email/') }
    expect((await send('POST', '/users/confirm-email', { body, as: me.id })).status).toBe(200)
    const mine = (await (await kept.list(changed)).json()) as { confirmed?: boolean }[]
    expect(mine).toHaveLength(1)
    expect(mine[0]?.confirmed).not.toBe(false)
    await kept.end(changed)
    expect(await countOf(await kept.list(changed))).toBe(0)
  })
})

test.each(Object.keys(things))(
  'a suspended account has no access to its %s until the suspension is lifted',
  async (thing) => {
    const me = await anAccount({ email })
    const kept = (await things[thing]?.(me, await anAuthor())) as Kept
    await kept.begin()
    const { id: as } = await anAdmin()
    const token = await openSession(api().context, me.id)
    await send('POST', `/users/${me.id}/suspend`, { as, body: { reason: 'spam' } })
    expect((await get(`/newsletters/subscriptions/${email}`, { token })).status).toBe(401)
    await send('POST', `/users/${me.id}/lift-suspension`, { as })
    expect(await countOf(await kept.list())).toBe(1)
  },
)
