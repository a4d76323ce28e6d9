import type { StoryEmail } from '#contract/mailings.ts'
import { api, get, withApi } from '#testing/api.ts'
import { anAdmin, anApprovedAuthor, anAuthor } from '#testing/factories.ts'
import { aSubscriber, newsletters } from '#testing/newsletters.ts'
import { edit, json, write } from '#testing/writers.ts'

withApi()

const story = {
  title: 'The lamp',
  content: `<p>${'It turns all night. '.repeat(200)}</p><p>Last words.</p>`,
  email_subject: 'Who had the ladder?',
}
const preview = (id: string, as?: string) => get(`/contents/${id}/email`, { as })

describe('GET /contents/:id/email', () => {
  test('is the email that subscribers of the category get, but for their own links', async () => {
    const by = await anApprovedAuthor({ name: 'Ada' })
    await aSubscriber({ category: 'fiction', frequency: 'published' })
    const { id } = await write(by, { ...story, category: 'fiction' })
    const shown = await json<StoryEmail>(preview(id, by.id))
    expect(shown).toMatchObject({ from: 'Ada via Bytewise', subject: 'Who had the ladder?' })
    await edit(by, id, { isDraft: false, sendNewsletter: true })
    const [mail] = await newsletters()
    const plain = (part = '') =>
      part
        .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|preview|…/g, '')
        .replace(/ · \d+ \w+ \d{4}/, '')
        .trim()
    expect(plain(shown.html)).toBe(plain(mail?.html))
    expect(shown.text).toContain('Last words.')
    expect(shown.html).not.toContain('.invalid/')
  })

  test('of a public story with unpublished changes has what readers see; an administrator sees it too', async () => {
    const by = await anAuthor()
    const { id } = await write(by, { ...story, isDraft: false })
    await edit(by, id, { title: 'Another lamp', content: '<p>Not yet.</p>', isDraft: true })
    const shown = await json<StoryEmail>(preview(id, (await anAdmin()).id))
    expect(shown.text).toContain('Last words.')
    expect(shown.text).not.toContain('Not yet.')
  })

  test('answers 401 without a session, 403 to another writer, and 404 while it is a draft or if there is none', async () => {
    const by = await anAuthor()
    const other = (await anAuthor()).id
    const { id } = await write(by, story)
    expect((await preview(id)).status).toBe(401)
    expect((await preview(id, other)).status).toBe(404)
    await edit(by, id, { isDraft: false })
    expect((await preview(id, other)).status).toBe(403)
    expect((await preview('x'.repeat(65), by.id)).status).toBe(400)
    expect((await preview('no-such-story', by.id)).status).toBe(404)
    expect((await api().pool.query('select 1 from sends')).rowCount).toBe(0)
  })
})
