import { sql } from 'drizzle-orm'
import { podcasts } from '#platform/db/tables/podcasts.ts'
import { contents } from '#platform/db/tables/stories.ts'
import { api, mails as doJobs, send, withApi } from '#testing/api.ts'
import { anAdmin, aStory } from '#testing/factories.ts'
import { listenToVoice } from '#testing/listen-to-voice.ts'
import { removeKeptFiles } from '#testing/uploads.ts'
import { whileUncommitted } from '#testing/while-uncommitted.ts'
import { speakPodcast } from './speak-podcast.ts'

withApi()
afterEach(removeKeptFiles)

test('a text that changes in the moment that its reading begins is read as it is now', async () => {
  const { id } = await aStory({ content: '<p>The lamp is lit.</p>' })
  const answer = await send('POST', `/contents/${id}/narration`, { as: (await anAdmin()).id })
  const podcastId: string = (await answer.json()).id
  const spoken = listenToVoice()
  const mailer = { send: async () => undefined, close: async () => undefined }
  await whileUncommitted(
    async (tx) => {
      await tx.execute(sql`select from ${podcasts} for update`)
      await tx.execute(sql`update ${contents} set content = '<p>The lamp is out.</p>'`)
    },
    async () => {
      const { rows } = await api().pool.query('select run from podcasts')
      await speakPodcast({ ...api().context, mailer }, { podcastId, run: rows[0].run })
    },
  )
  await doJobs()
  expect(spoken).toEqual(expect.arrayContaining(['The lamp is out.']))
  expect(spoken).not.toContain('The lamp is lit.')
})
