import type { Actor } from '#platform/context.ts'
import type { Mail } from '#platform/mail/message.ts'
import { welcomeSubscriber } from '#subscriptions/welcome-subscriber.ts'
import { dayMs, passTime } from '#testing/accounts.ts'
import { api, send, withApi } from '#testing/api.ts'
import { anApprovedAuthor, aPublication, aStory } from '#testing/factories.ts'
import { aSubscriber, newsletters } from '#testing/newsletters.ts'
import { json } from '#testing/writers.ts'
import { snapshotAudience } from '../delivery/snapshot-audience.ts'
import { sendDigests } from '../digest/send-digests.ts'
import { announceStory } from '../story-emails/announce-story.ts'

withApi()

const query = async (text: string) => (await api().pool.query(text)).rows
/** Deletes it by its call. Its job is lost: the stories still name it, and its subscriptions go on. */
async function remove(slug: string, { id: as }: Actor): Promise<void> {
  await json(send('DELETE', `/publications/${slug}`, { as }))
  await query("delete from pgboss.job where data->>'job' = 'end-publication'")
}

describe('a follower of a publication that was deleted, before its job has run,', () => {
  test('gets no story of it as it is published', async () => {
    const by = await anApprovedAuthor()
    const { id: publicationId, slug } = await aPublication({ by })
    await aSubscriber({ following_publication: slug, frequency: 'published' })
    await aStory({ by, publicationId, sendNewsletter: true })
    await remove(slug, by)
    expect(await newsletters()).toEqual([])
  })

  test('gets no story of it that was about to be sent', async () => {
    const by = await anApprovedAuthor()
    const { id: publicationId, slug } = await aPublication({ by })
    await aSubscriber({ following_publication: slug, frequency: 'published' })
    const { id: contentId } = await aStory({ by, publicationId, sendNewsletter: true })
    await announceStory(api().context, { contentId })
    await snapshotAudience(api().context, { sendId: (await query('select id from sends'))[0].id })
    await remove(slug, by)
    expect(await newsletters()).toEqual([])
    expect(await query('select state from send_recipients')).toEqual([{ state: 'left_out' }])
  })

  test('gets no digest with its stories', async () => {
    const by = await anApprovedAuthor()
    const { id: publicationId, slug } = await aPublication({ by })
    await aSubscriber({ following_publication: slug, frequency: 'daily' })
    await sendDigests(api().context)
    await aStory({ by, publicationId, publishedAt: api().context.now() })
    await remove(slug, by)
    passTime(2 * dayMs)
    await sendDigests(api().context)
    expect(await newsletters()).toEqual([])
  })

  test('is not welcomed with its stories', async () => {
    const by = await anApprovedAuthor()
    const { id: publicationId, slug } = await aPublication({ by })
    await aSubscriber({ following_publication: slug })
    await aStory({ by, publicationId })
    await query('update subscribers set welcomed_at = null, welcome_stories = null')
    await remove(slug, by)
    const sent: Mail[] = []
    const mailer = { send: async (mail: Mail) => void sent.push(mail), close: async () => undefined }
    await welcomeSubscriber({ ...api().context, mailer }, (await query('select id from subscribers'))[0].id)
    expect(sent).toEqual([])
  })
})
