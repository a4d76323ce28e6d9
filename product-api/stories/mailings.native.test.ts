import { api, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anApprovedAuthor, aProvenPerson } from '#testing/factories.ts'
import { whileUncommitted } from '#testing/while-uncommitted.ts'
import { json, write } from '#testing/writers.ts'
import { markMailing, requestMailing } from './mailings.ts'

withApi()

const stateOf = async (id: string) =>
  (await api().pool.query('select state, reason from story_mailings where content_id = $1', [id])).rows[0]

test('of two stories that are published at the same time one is the author’s story of the day', async () => {
  const by = await anApprovedAuthor()
  const { id } = await write(by, { isDraft: false, category: 'fiction' })
  const first = { id, authorId: by.id, category: 'fiction' }
  const second = await whileUncommitted(
    (tx) => requestMailing(api().context, tx, first),
    () => write(by, { isDraft: false, sendNewsletter: true, category: 'fiction', title: 'The second' }),
  )
  expect(await stateOf(id)).toEqual({ state: 'sent', reason: null })
  expect(await stateOf(second.id)).toEqual({ state: 'held', reason: 'one_a_day' })
})

test('of two administrators who decide at the same time the second is told', async () => {
  const [by, admin] = [await aProvenPerson(), await anAdmin()]
  const { id, version } = await write(by, { isDraft: false, sendNewsletter: true, category: 'fiction' })
  expect(await json(get('/newsletters/held', { as: admin.id }))).toHaveLength(1)
  const response = await whileUncommitted(
    (tx) => markMailing(tx, id, { state: 'declined', decidedAt: new Date() }),
    () => send('POST', `/newsletters/held/${id}/send`, { as: admin.id, body: { version } }),
  )
  expect(response.status).toBe(409)
  expect((await api().pool.query("select 1 from sends where audience = 'subscribers'")).rows).toEqual([])
})
