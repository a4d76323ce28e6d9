import type { Story } from '#contract/stories.ts'
import { tags } from '#contract/tags.ts'
import { jobHandlers } from '#start/job-handlers.ts'
import { dayMs, minuteMs, passTime } from '#testing/accounts.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor } from '#testing/factories.ts'
import { changesMade, copyOf, edit, json, shown, write } from '#testing/writers.ts'

withApi()

describe('DELETE /contents/:id and POST /contents/:id/undelete', () => {
  test('a deleted story is an administrator’s to see and to bring back, for 30 days', async () => {
    const [by, admin] = [await anAuthor(), await anAdmin()]
    const { id } = await write(by, { isDraft: false })
    await edit(by, id, { isDraft: true, title: 'Light' })
    const told = await changesMade(() => send('DELETE', '/contents/lamp', { as: by.id }))
    expect(told).toEqual(expect.arrayContaining([tags.content('lamp'), tags.all]))
    for (const as of [undefined, by.id]) expect((await get('/contents/lamp', { as })).status).toBe(404)
    expect((await edit(by, id, { title: 'x' })).status).toBe(404)
    expect((await edit(admin, id, { title: 'x' })).status).toBe(404)
    expect((await get(`/contents/${id}/working-copy`, { as: by.id })).status).toBe(404)
    const seen = await json<Story>(get('/contents/lamp', { as: admin.id }))
    expect(seen).toMatchObject({ title: 'Lamp', deleted_at: expect.any(String) })
    expect(await copyOf(admin, id)).toMatchObject({ title: 'Light', deleted_at: seen.deleted_at })

    const undelete = (as?: string) => send('POST', `/contents/${id}/undelete`, { as })
    expect([(await undelete()).status, (await undelete(by.id)).status]).toEqual([401, 403])
    expect(await changesMade(() => undelete(admin.id))).toEqual(told)
    expect(await shown('lamp')).toMatchObject({ title: 'Lamp', deleted_at: null })
    expect(await copyOf(by, id)).toMatchObject({ title: 'Light', version: 2 })
    expect((await undelete(admin.id)).status).toBe(404)
  })

  test('after 30 days it is gone for good', async () => {
    const [by, admin] = [await anAuthor(), await anAdmin()]
    const { id } = await write(by, { isDraft: false })
    await send('DELETE', `/contents/${id}`, { as: by.id })
    passTime(29 * dayMs)
    await runJob('forget-deleted-stories')
    expect((await get(`/contents/${id}`, { as: admin.id })).status).toBe(200)
    passTime(dayMs + minuteMs)
    expect((await send('POST', `/contents/${id}/undelete`, { as: admin.id })).status).toBe(404)
    await runJob('forget-deleted-stories')
    await runJob('forget-deleted-stories')
    expect((await get(`/contents/${id}`, { as: admin.id })).status).toBe(404)
    const { rows } = await api().pool.query('select from revisions union all select from content_slugs')
    expect(rows).toEqual([])
  })
})

async function runJob(name: 'forget-deleted-stories') {
  await jobHandlers[name](
    { ...api().context, mailer: { send: async () => undefined, close: async () => undefined } },
    {},
  )
}
