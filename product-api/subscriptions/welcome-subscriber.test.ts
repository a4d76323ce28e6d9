import type { Mail, Mailer } from '#platform/mail/message.ts'
import { runJob } from '#platform/queue/handlers.ts'
import { jobHandlers } from '#start/job-handlers.ts'
import { dayMs, minuteMs, passTime } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { anApprovedAuthor, aProvenPerson, aPublication, aStory } from '#testing/factories.ts'
import { subscribe } from '#testing/subscriptions.ts'
import { releaseWelcomes } from './welcome-subscriber.ts'

withApi()

const email = 'reader@example.com'
const site = 'http://localhost:3000'
const rows = async (sql: string) => (await api().pool.query(sql)).rows
const isWelcome = ({ subject }: Mail) => subject.startsWith('Welcome')
const welcomesSent = async () => (await mails()).filter(isWelcome)

/** A reader confirms what they have asked for; the jobs that this enqueues wait. */
async function confirm(wanted: object = { category: 'fiction' }): Promise<string> {
  await subscribe({ email, ...wanted })
  const uuid = /confirmation\/([\w-]{36})$/m.exec((await mails()).at(-1)?.text ?? '')?.[1] ?? ''
  expect((await get(`/newsletters/confirm/${uuid}`, { headers: { accept: 'application/json' } })).status).toBe(200)
  return uuid
}

/** Takes the welcome that waits; `work` does it with a mailer that sends so. */
async function takeWelcome() {
  const { queue, context } = api()
  const [job] = await queue.engine.fetch('mail', { ignoreStartAfter: true })
  return (send: Mailer['send'], change = {}) =>
    runJob({ ...context, mailer: { send, close: async () => undefined }, ...change }, jobHandlers, job?.data)
}

describe('who confirms for the first time', () => {
  test('does not repeat a story that was emailed before the welcome', async () => {
    const by = await anApprovedAuthor()
    await aStory({ by, title: 'An older one' })
    await confirm({ following_author: by.id })
    const work = await takeWelcome()
    const { queue, context } = api()
    await aStory({ by, title: 'Just published', sendNewsletter: true })
    for (const name of ['announce-story', 'freeze-send']) {
      const [job] = await queue.engine.fetch('bulk')
      expect(job?.data).toMatchObject({ job: name })
      await runJob(
        { ...context, mailer: { send: async () => undefined, close: async () => undefined } },
        jobHandlers,
        job?.data,
      )
    }
    const sent: Mail[] = []
    await work(async (mail) => void sent.push(mail))
    expect(sent[0]?.text).toContain('An older one')
    expect(sent[0]?.text).not.toContain('Just published')
  })

  test('gets one email with the three newest stories of what they get, and how to change it', async () => {
    const [ada, other] = [await anApprovedAuthor({ name: 'Ada' }), await anApprovedAuthor()]
    const old = await aStory({ by: ada, title: 'The oldest', category: 'books' })
    await aStory({ by: ada, title: 'By Ada', category: 'books', storyImage: '/covers/a-lamp.webp', imageAlt: 'A lamp' })
    await aStory({ by: other, title: 'Somebody else’s', category: 'books' })
    await aStory({ by: ada, title: 'A draft', isDraft: true })
    await aStory({ by: other, title: 'Fiction <one>', storyImage: 'https://images.example/pixel.png' })
    const { id } = await aPublication({ by: other, slug: 'night-shift' })
    await aStory({ by: other, title: 'In the publication', category: 'technology' })
    await api().pool.query(`update contents set publication_id = '${id}' where title = 'In the publication'`)
    const uuid = await confirm({ category: 'fiction', following_author: ada.id, following_publication: 'night-shift' })
    const [mail, ...more] = await welcomesSent()
    expect(more).toEqual([])
    expect(mail?.to).toEqual({ name: '', address: email })
    expect(mail?.subject).toBe('Welcome to Bytewise: a few stories to start with')
    for (const part of ['By Ada', 'Fiction <one>', 'In the publication', 'Stories by Ada, as published'])
      expect(mail?.text).toContain(part)
    for (const part of ['The oldest', 'Somebody else’s', 'A draft']) expect(mail?.text).not.toContain(part)
    expect(mail?.html).toContain(`${site}/covers/a-lamp-480.jpg`)
    // Another site's picture would tell its server who opens the email.
    expect(mail?.html).not.toContain('images.example')
    expect(mail?.html).not.toMatch(/<img[^>]+(?:width|height)="?1"?[\s>]/)
    expect(mail?.html).toContain('Fiction &lt;one&gt;')
    const linked = /\/subscription\/preferences\/([\w-]{36})/.exec(mail?.text ?? '')?.[1]
    expect((await get(`/newsletters/preferences/${linked}`)).status).toBe(200)
    expect(mail?.text).toContain(`${site}/subscription/unsubscribe/${linked}?scope=all`)
    expect(mail?.headers).toEqual({
      'List-Id': '"Bytewise" <welcome.newsletters.bytewise.example>',
      'List-Unsubscribe': `<${site}/api/newsletters/unsubscribe/${linked}/one-click?scope=all>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    const [{ welcome_stories, welcomed_at }] = await rows('select welcome_stories, welcomed_at from subscribers')
    expect(welcome_stories).toHaveLength(3)
    expect(welcome_stories).not.toContain(old.id)
    expect(welcomed_at).not.toBeNull()
    expect(uuid).not.toBe('')
  })

  test('of all stories gets the newest, fewer when there are fewer', async () => {
    await aStory({ title: 'The only one' })
    await confirm({ category: 'all' })
    const [mail] = await welcomesSent()
    expect(mail?.subject).toBe('Welcome to Bytewise: a story to start with')
    expect(mail?.text).toContain('The only one')
  })

  test('gets none without a story, and when it is switched off', async () => {
    await aStory({ category: 'books' })
    await confirm({ category: 'fiction' })
    expect(await welcomesSent()).toEqual([])
    await aStory({ category: 'fiction' })
    await api().pool.query('delete from subscribers')
    await confirm({ category: 'fiction' })
    const work = await takeWelcome()
    await work(
      async () => {
        throw new Error('A mail was sent')
      },
      { welcomesSubscribers: false },
    )
    expect(await rows('select welcomed_at, welcome_stories from subscribers')).toEqual([
      { welcomed_at: null, welcome_stories: null },
    ])
  })

  test('gets none after they have ended everything, or at an address that newsletters no longer go to', async () => {
    await aStory()
    const uuid = await confirm()
    await send('POST', `/newsletters/unsubscribe/${uuid}/one-click`)
    expect(await welcomesSent()).toEqual([])
    await api().pool.query('delete from subscribers')
    await confirm()
    await api().pool.query(`insert into suppressions (id, email, reason, created_at)
      values (gen_random_uuid(), 'READER@example.com', 'hard_bounce', now())`)
    expect(await welcomesSent()).toEqual([])
  })

  test('gets it once: not for the second confirmation, nor after ending everything', async () => {
    await aStory()
    const uuid = await confirm()
    expect(await welcomesSent()).toHaveLength(1)
    passTime(dayMs)
    await confirm({ category: 'all' })
    expect(await welcomesSent()).toHaveLength(1)
    await get(`/newsletters/unsubscribe/${uuid}?scope=all`, { headers: { accept: 'application/json' } })
    passTime(dayMs)
    await confirm({ category: 'fiction' })
    expect(await welcomesSent()).toHaveLength(1)
  })

  test('is not someone who is subscribed immediately: they are signed in and at home', async () => {
    await aStory()
    const me = await aProvenPerson({ email })
    await subscribe({ email, category: 'fiction' }, me.id)
    expect(await mails()).toEqual([])
  })
})

describe('the job', () => {
  test('twice sends once, also at the same time', async () => {
    await aStory()
    await confirm()
    const work = await takeWelcome()
    const sent: Mail[] = []
    await work(async (mail) => {
      sent.push(mail)
      await work(async (other) => void sent.push(other))
    })
    await work(async (mail) => void sent.push(mail))
    expect(sent).toHaveLength(1)
    expect((await mails()).filter(isWelcome)).toEqual([])
  })

  test('that fails forgets the stories, and its retry sends immediately', async () => {
    await aStory()
    await confirm()
    const work = await takeWelcome()
    const failing = work(async () => {
      throw new Error('The mail server is away')
    })
    await expect(failing).rejects.toThrow('away')
    expect(await rows('select welcome_stories from subscribers')).toEqual([{ welcome_stories: null }])
    const sent: Mail[] = []
    await work(async (mail) => void sent.push(mail))
    expect(sent).toHaveLength(1)
  })

  test.each(['after five minutes', 'at once where its process worked alone'])(
    'that was cut off is done again with the same stories, %s',
    async (when) => {
      await aStory({ title: 'The first' })
      await confirm()
      const work = await takeWelcome()
      await new Promise<void>((sends) => {
        void work(() => {
          sends()
          return new Promise(() => undefined)
        })
      })
      await aStory({ title: 'A newer one' })
      if (when.startsWith('at once')) await releaseWelcomes(api().context)
      else passTime(5 * minuteMs + 1)
      const sent: Mail[] = []
      await work(async (mail) => void sent.push(mail))
      expect(sent.map(({ text }) => [text.includes('The first'), text.includes('A newer one')])).toEqual([
        [true, false],
      ])
    },
  )
})
