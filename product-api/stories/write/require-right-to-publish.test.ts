import type { Written } from '#contract/story-writing.ts'
import type { CurrentUser } from '#contract/users.ts'
import type { Actor } from '#platform/context.ts'
import { jobHandlers } from '#start/job-handlers.ts'
import { hourMs, passTime } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aProvenPerson, aStory } from '#testing/factories.ts'
import { setSite } from '#testing/invitations.ts'
import { copyOf, edit, json, storyHtml, write } from '#testing/writers.ts'

withApi()

let by: Actor
let admin: Actor
beforeEach(async () => {
  by = await aProvenPerson()
  admin = await anAdmin()
})

const inHours = (hours: number) => new Date(api().context.now().getTime() + hours * hourMs).toISOString()
const create = (as: Actor, body: object) =>
  send('POST', '/contents', { as: as.id, body: { title: 'Lamp', content: storyHtml, ...body } })
const letIn = (uuid: string) => send('POST', `/users/${uuid}/allow-publishing`, { as: admin.id })
const takeBack = (uuid: string) => send('POST', `/users/${uuid}/withdraw-publishing`, { as: admin.id })
const isPublic = async (slug: string) => (await get(`/contents/${slug}`)).status === 200
const publishOverdue = () =>
  jobHandlers['publish-overdue-stories'](
    { ...api().context, mailer: { send: async () => undefined, close: async () => undefined } },
    {},
  )
const refused = async (asked: Promise<Response>) => {
  const response = await asked
  const { code, detail } = (await response.json()) as { code: string; detail: string }
  return [response.status, code, detail]
}

const onlyInvited =
  'Only invited people can publish stories here. Your draft stays as it is; to publish it, write to hello@bytewise.example.'
const onlyAdministrators =
  'Only administrators can publish stories here. Your draft stays as it is; if you have a question, write to hello@bytewise.example.'

const ways: [string, () => Promise<Response>][] = [
  ['a new story', () => create(by, { isDraft: false })],
  ['a new story with a schedule', () => create(by, { publish_at: inHours(1) })],
  ['a draft', async () => edit(by, (await write(by)).id, { isDraft: false })],
  [
    'a draft, with POST',
    async () => send('POST', `/contents/${(await write(by)).id}`, { as: by.id, body: { isDraft: false } }),
  ],
  ['the schedule of a draft', async () => edit(by, (await write(by)).id, { publish_at: inHours(1) })],
]

describe.each(ways)('publishing %s', (_, act) => {
  test('is for anyone, as long as nothing else is set', async () => {
    expect((await act()).status).toBe(200)
  })

  test('is for invited people, where only they may', async () => {
    await setSite({ publish: 'invited' })
    expect(await refused(act())).toEqual([403, 'forbidden', onlyInvited])
    await letIn(by.id)
    expect((await act()).status).toBe(200)
    await takeBack(by.id)
    expect((await act()).status).toBe(403)
  })

  test('is for administrators, where only they may', async () => {
    await letIn(by.id)
    await setSite({ publish: 'administrators' })
    expect(await refused(act())).toEqual([403, 'forbidden', onlyAdministrators])
    by = admin
    expect((await act()).status).toBe(200)
  })
})

test('the account says whether its owner may publish', async () => {
  const says = async ({ id }: Actor) => {
    const user = await json<CurrentUser>(get('/users/current_user', { as: id }))
    return user.may_publish
  }
  const both = async () => {
    await api().context.site.refresh(api().context.db)
    return [await says(by), await says(admin)]
  }
  expect(await both()).toEqual([true, true])
  await setSite({ publish: 'invited' })
  expect(await both()).toEqual([false, true])
  await letIn(by.id)
  expect(await both()).toEqual([true, true])
  await setSite({ publish: 'administrators' })
  expect(await both()).toEqual([false, true])
})

test('a refused publishing leaves the draft as it was, and saving goes on', async () => {
  const { id } = await write(by)
  await setSite({ publish: 'invited' })
  expect((await edit(by, id, { isDraft: false, title: 'Light', version: 1 })).status).toBe(403)
  expect(await copyOf(by, id)).toMatchObject({ title: 'Lamp', version: 1, isDraft: true })
  expect((await edit(by, id, { isDraft: true, title: 'Light', version: 1 })).status).toBe(200)
  expect((await create(by, {})).status).toBe(200)
})

test('a story that was public stays its author’s to edit, schedule, unpublish and publish again', async () => {
  const { id, slug } = await write(by, { isDraft: false })
  await setSite({ publish: 'administrators' })
  expect((await edit(by, id, { title: 'Light' })).status).toBe(200)
  await json<Written>(edit(by, id, { isDraft: true, title: 'Beam', publish_at: inHours(1) }))
  passTime(2 * hourMs)
  await publishOverdue()
  expect(await copyOf(by, id)).toMatchObject({ title: 'Beam', publish_at: null, has_unpublished_changes: false })
  await json(send('POST', `/contents/${id}/unpublish`, { as: by.id, body: {} }))
  expect(await isPublic(slug)).toBe(false)
  expect((await edit(by, id, { isDraft: false })).status).toBe(200)
  expect(await isPublic(slug)).toBe(true)
  expect((await create(by, { isDraft: false })).status).toBe(403)
})

test('a copy of a public story is a draft, and a further story', async () => {
  const { id } = await write(by, { isDraft: false })
  await setSite({ publish: 'invited' })
  const copy = await json<Written>(send('POST', `/contents/${id}/duplicate`, { as: by.id }))
  expect(await refused(edit(by, copy.id, { isDraft: false }))).toEqual([403, 'forbidden', onlyInvited])
})

test.each([
  ['its job', () => mails({ later: true })],
  ['the job for overdue stories', publishOverdue],
])('a scheduled story of a person who may not publish any more waits until they may, with %s', async (_, act) => {
  const { id, slug } = await aStory({ by, isDraft: true })
  await json(edit(by, id, { publish_at: inHours(1) }))
  await setSite({ publish: 'invited' })
  passTime(2 * hourMs)
  await act()
  expect(await isPublic(slug)).toBe(false)
  expect(await copyOf(by, id)).toMatchObject({ isDraft: true, publish_at: expect.any(String) })
  expect((await edit(by, id, { isDraft: true, title: 'Light' })).status).toBe(200)
  await letIn(by.id)
  await publishOverdue()
  expect(await copyOf(by, id)).toMatchObject({ isDraft: false, title: 'Light', publish_at: null })
})

test('an administrator publishes anyone’s draft, but schedules it only if its author may publish', async () => {
  const { id } = await write(by)
  await setSite({ publish: 'invited' })
  expect(await refused(edit(admin, id, { publish_at: inHours(1) }))).toEqual([
    ...[403, 'forbidden'],
    'The author of this story may not publish, so it can’t be scheduled. Publish it now, or let them publish first.',
  ])
  await letIn(by.id)
  expect((await edit(admin, id, { publish_at: inHours(1) })).status).toBe(200)
  await takeBack(by.id)
  expect((await edit(admin, id, { isDraft: false })).status).toBe(200)
})

test('a refusal does not reveal someone else’s draft', async () => {
  const { id } = await write(by)
  await setSite({ publish: 'invited' })
  expect((await edit(await anAuthor(), id, { isDraft: false })).status).toBe(404)
})
