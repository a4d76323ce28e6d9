import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { findUserForUpdate } from '#accounts/users.ts'
import type { Actor } from '#platform/context.ts'
import { publications } from '#platform/db/tables/stories.ts'
import { addStory, createStory } from '#stories/create-story.ts'
import { api, mails, send, withApi } from '#testing/api.ts'
import { aProvenPerson, aPublication, aStory, writing } from '#testing/factories.ts'
import { whileUncommitted } from '#testing/while-uncommitted.ts'
import { edit } from '#testing/writers.ts'

withApi()

let by: Actor
let publication: { id: string; slug: string }
beforeEach(async () => {
  by = await aProvenPerson()
  publication = await aPublication({ by })
})

const story = { title: 'A lamp', content: '<p>It turns.</p>', category: 'fiction', isDraft: true }
const publicationsOfStories = async () =>
  (await api().pool.query('select publication_id from contents')).rows.map((row) => row.publication_id)

test('a story that is moved into a publication while that is being deleted stays where it was, and its writer is told', async () => {
  const draft = await aStory({ by, isDraft: true })
  const answer = await whileUncommitted(
    (tx) => tx.execute(sql`update ${publications} set deleted_at = now()`),
    () => edit(by, draft.id, { isDraft: true, publication: publication.slug }),
  )
  expect([answer.status, await answer.json()]).toMatchObject([400, { fields: { publication: expect.any(String) } }])
  expect(await publicationsOfStories()).toEqual([null])
})

test('a publication that is deleted while a story is being saved in it lets the story in first, and out again', async () => {
  await whileUncommitted(
    (tx) => addStory(writing(by), tx, { ...story, publicationId: publication.id }),
    async () => {
      expect((await send('DELETE', `/publications/${publication.slug}`, { as: by.id })).status).toBe(200)
      await mails()
    },
  )
  expect(await publicationsOfStories()).toEqual([null])
})

test('a new story waits for its writer’s account behind its publication, as a rename does, so neither waits for the other', async () => {
  const { pool } = api()
  const lockNow = () => pool.outside(() => pool.query('select from publications for no key update nowait'))
  await whileUncommitted(
    (tx) => findUserForUpdate(tx, by.id),
    () => createStory(writing(by), { ...story, publicationId: publication.id, draftKey: randomUUID() }),
    async () => void (await expect(lockNow()).rejects.toMatchObject({ code: '55P03' })),
  )
  expect(await publicationsOfStories()).toEqual([publication.id])
})
