import type { Send } from '#contract/sends.ts'
import { dayMs, hourMs, passTime } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { anAdmin, anApprovedAuthor, anAuthor, aProvenPerson } from '#testing/factories.ts'
import { aSubscriber, newsletterSender, newsletters } from '#testing/newsletters.ts'
import { subscribe } from '#testing/subscriptions.ts'
import { json, write } from '#testing/writers.ts'
import { sendDigests } from '../digest/send-digests.ts'

withApi()

beforeEach(() => {
  api().context.welcomesSubscribers = false
  // A Wednesday, so that no weekly digest is due on the next days.
  passTime(Date.UTC(2026, 11, 2, 12) - api().context.now().getTime())
})

const ask = async (email: string, story: string) =>
  get(`/newsletters/why-no-email?${new URLSearchParams({ email, story })}`, { as: (await anAdmin()).id })
const why = async (email: string, story: { id: string }) =>
  (await json<{ answer: string }>(ask(email, story.id))).answer
const published = { isDraft: false, sendNewsletter: true, category: 'fiction' }
const aReader = () => aSubscriber({ category: 'fiction', frequency: 'published' })
const anAnnouncedStory = async () => write(await anApprovedAuthor(), published)
const unsubscribe = ({ uuid }: { uuid: string }) =>
  get(`/newsletters/unsubscribe/${uuid}`, { headers: { accept: 'application/json' } })
const pause = ({ uuid }: { uuid: string }, paused = true) =>
  send('PUT', `/newsletters/preferences/${uuid}`, { body: { paused } })
const at = /\d+ December 2026 at \d\d:\d\d UTC/.source
const saying = (sentence: string) => expect.stringMatching(new RegExp(`^${sentence.replace('TIME', at)}$`))

describe('an address that gets no emails at all', () => {
  test('is unknown', async () => {
    const story = await anAnnouncedStory()
    await newsletters()
    expect(await why('stranger@example.com', story)).toMatch(/^We don’t know this address/)
  })

  test('has not confirmed', async () => {
    await subscribe({ email: 'asked@example.com', category: 'fiction', frequency: 'published' })
    const story = await anAnnouncedStory()
    await newsletters()
    expect(await why('asked@example.com', story)).toBe('This address has not confirmed its subscription yet.')
  })

  test('has ended its subscriptions', async () => {
    const reader = await aReader()
    await unsubscribe(reader)
    const story = await anAnnouncedStory()
    await newsletters()
    expect(await why(reader.email, story)).toEqual(saying('This address ended its subscriptions on TIME\\.'))
  })

  test('has paused', async () => {
    const reader = await aReader()
    await pause(reader)
    const story = await anAnnouncedStory()
    await newsletters()
    expect(await why(reader.email, story)).toMatch(/^This address has paused all emails until 1 January 2027/)
  })

  test('is suppressed', async () => {
    const { email } = await aReader()
    await send('POST', '/newsletters/suppressions', { as: (await anAdmin()).id, body: { email } })
    const story = await anAnnouncedStory()
    await newsletters()
    expect(await why(email, story)).toBe('This address is on the suppression list: an administrator added it.')
  })

  test('belongs to a suspended account', async () => {
    const { email } = await aReader()
    const { id } = await aProvenPerson({ email })
    await api().pool.query("update users set suspended_at = now(), suspended_reason = 'by hand' where id = $1", [id])
    const story = await anAnnouncedStory()
    await newsletters()
    expect(await why(email, story)).toBe('The account of this address is suspended.')
  })
})

describe('a story', () => {
  test('that the address is not subscribed to', async () => {
    const { email } = await aSubscriber({ category: 'books', frequency: 'published' })
    const story = await anAnnouncedStory()
    await newsletters()
    expect(await why(email, story)).toBe(
      'This address is not subscribed to the story’s category, publication or author.',
    )
  })

  test('that is a draft', async () => {
    const { email } = await aReader()
    const story = await write(await anApprovedAuthor(), { isDraft: true, category: 'fiction' })
    expect(await why(email, story)).toMatch(/^The story can’t be emailed: it is not public/)
  })

  test('that was published without Send Newsletter', async () => {
    const { email } = await aReader()
    const story = await write(await anApprovedAuthor(), { ...published, sendNewsletter: false })
    await newsletters()
    expect(await why(email, story)).toBe('The story was published without “Send Newsletter”.')
  })

  test('whose author has not confirmed an email address', async () => {
    const { email } = await aReader()
    const story = await write(await anAuthor(), published)
    await newsletters()
    expect(await why(email, story)).toBe(
      'The story was emailed to no one: its author has not confirmed an email address.',
    )
  })

  test('that is held, then declined; its followers had it', async () => {
    const by = await aProvenPerson()
    const { email } = await aReader()
    const weekly = await aSubscriber({ category: 'fiction', frequency: 'weekly' })
    const follower = await aSubscriber({ following_author: by.id })
    const story = await write(by, published)
    await newsletters()
    const held = 'The story waits for an administrator before it goes to the subscribers of its category.'
    expect(await why(email, story)).toBe(held)
    expect(await why(weekly.email, story)).toBe(held)
    expect(await why(follower.email, story)).toEqual(saying('The email about this story was sent on TIME\\.'))
    await send('POST', `/newsletters/held/${story.id}/decline`, { as: (await anAdmin()).id })
    const declined = 'An administrator decided not to send the story to the subscribers of its category.'
    expect(await why(email, story)).toBe(declined)
    expect(await why(weekly.email, story)).toBe(declined)
  })

  test('of a new author comes in no digest of its category', async () => {
    const { email } = await aSubscriber({ category: 'fiction', frequency: 'weekly' })
    const story = await write(await aProvenPerson(), { ...published, sendNewsletter: false })
    expect(await why(email, story)).toBe('The author of the story may not email the subscribers of its category yet.')
  })

  test('that is about to be emailed', async () => {
    const { email } = await aReader()
    expect(await why(email, await anAnnouncedStory())).toBe('The story is about to be emailed.')
  })

  test('that comes with a digest that is not due, and is being prepared when it is', async () => {
    const { email } = await aSubscriber({ category: 'fiction', frequency: 'weekly' })
    const story = await anAnnouncedStory()
    await newsletters()
    expect(await why(email, story)).toMatch(
      /^The story will be in this address’s weekly digest, which is not due before 7 December 2026/,
    )
    await sendDigests(api().context)
    passTime(5 * dayMs)
    expect(await why(email, story)).toBe('The story will be in this address’s weekly digest, which is being prepared.')
    await sendDigests(api().context)
    await newsletters()
    expect(await why(email, story)).toEqual(saying('The digest with this story was sent on TIME\\.'))
  })

  test('that is older than news', async () => {
    const story = await anAnnouncedStory()
    await newsletters()
    passTime(40 * dayMs)
    const { email } = await aSubscriber({ category: 'fiction', frequency: 'daily' })
    expect(await why(email, story)).toMatch(/^The story was published too long before this address subscribed/)
  })
})

describe('who was not in the snapshot of the audience', () => {
  test('subscribed after it', async () => {
    const story = await anAnnouncedStory()
    await newsletters()
    passTime(hourMs)
    const { email } = await aReader()
    expect(await why(email, story)).toEqual(saying('The story was emailed on TIME, before this address subscribed\\.'))
  })

  test('had paused then', async () => {
    const reader = await aReader()
    await pause(reader)
    const story = await anAnnouncedStory()
    await newsletters()
    passTime(31 * dayMs)
    expect(await why(reader.email, story)).toEqual(
      saying('The story was emailed on TIME, while this address had paused all emails\\.'),
    )
  })

  test('was different in a way that is not recorded', async () => {
    const reader = await aReader()
    await pause(reader)
    const story = await anAnnouncedStory()
    await newsletters()
    await pause(reader, false)
    expect(await why(reader.email, story)).toMatch(/At that time, this address was paused, suppressed or subscribed/)
  })

  test('had the story in the welcome email', async () => {
    api().context.welcomesSubscribers = true
    const story = await anAnnouncedStory()
    await newsletters()
    const { email } = await aReader()
    expect(await why(email, story)).toBe('This address had the story in its welcome email.')
  })
})

describe('who was in the snapshot', () => {
  /** Writes the recipients down, and sends nothing. */
  async function aSnapshot() {
    const reader = await aReader()
    const story = await anAnnouncedStory()
    await mails()
    return { reader, story }
  }
  const latestSend = async () => (await json<Send[]>(get('/newsletters/sends', { as: (await anAdmin()).id })))[0]
  const actOn = async (id = '', what: 'pause' | 'cancel' = 'pause') =>
    send('POST', `/newsletters/sends/${id}/${what}`, { as: (await anAdmin()).id })

  test('waits for its turn, or because sending is paused, or until it is cancelled', async () => {
    const { reader, story } = await aSnapshot()
    expect(await why(reader.email, story)).toBe('The email about this story is waiting for its turn.')
    const { id } = (await latestSend()) ?? {}
    await actOn(id)
    expect(await why(reader.email, story)).toBe('The email about this story waits because sending is paused.')
    await actOn(id, 'cancel')
    expect(await why(reader.email, story)).toMatch(/was cancelled by an administrator before it went out/)
  })

  test('got it', async () => {
    const { reader, story } = await aSnapshot()
    await newsletters()
    expect(await why(reader.email, story)).toEqual(saying('The email about this story was sent on TIME\\.'))
    await unsubscribe(reader)
    expect(await why(reader.email, story)).toEqual(saying('The email about this story was sent on TIME\\.'))
  })

  test('was left out, with the recorded reason', async () => {
    const { reader, story } = await aSnapshot()
    await unsubscribe(reader)
    await newsletters()
    expect(await why(reader.email, story)).toBe(
      'The email about this story was not sent: unsubscribed before it went out.',
    )
  })

  test('was deferred, and given up in the end', async () => {
    const { reader, story } = await aSnapshot()
    const answer = () => ({ kind: 'later', code: 450, text: '450 busy' }) as const
    const sender = newsletterSender({ answer })
    await sender.turn()
    expect(await why(reader.email, story)).toEqual(
      saying('The email about this story was deferred by the mail server and is tried again on TIME\\.'),
    )
    for (let tries = 0; tries < 9; tries++) {
      passTime(dayMs)
      await sender.turn()
    }
    expect(await why(reader.email, story)).toBe(
      'The email about this story did not arrive: given up after the mail server deferred it again and again.',
    )
  })

  test('was refused', async () => {
    const { reader, story } = await aSnapshot()
    const refused = { kind: 'refused', code: 550, text: '550 no such user', command: 'RCPT TO' } as const
    await newsletters({ answer: () => refused })
    expect(await why(reader.email, story)).toBe(
      'The email about this story did not arrive: refused by the mail server.',
    )
  })

  test('may have got it', async () => {
    const { reader, story } = await aSnapshot()
    await newsletters({ uncertain: 'leave', answer: () => ({ kind: 'uncertain', text: 'cut off' }) as const })
    expect(await why(reader.email, story)).toBe(
      'The email about this story may not have arrived: the connection broke before the mail server answered.',
    )
  })
})

describe('GET /newsletters/why-no-email', () => {
  test('finds the story by its slug and its address too', async () => {
    const { email } = await aReader()
    const { slug } = await anAnnouncedStory()
    const typed = [
      slug,
      `${slug}/`,
      `/${slug}?utm_source=x`,
      `article/${slug}`,
      `https://bytewise.example/article/${slug}?from=mail#top`,
    ]
    for (const story of typed) {
      expect(await json(ask(email, story))).toEqual({ answer: 'The story is about to be emailed.' })
    }
  })

  test('answers 400 to an unknown story and a wrong address, and names the field', async () => {
    const unknown = await ask('reader@example.com', 'no-such-story')
    expect(unknown.status).toBe(400)
    expect(await unknown.json()).toMatchObject({ fields: { story: 'We can’t find this story.' } })
    const wrong = await ask('nowhere', 'no-such-story')
    expect(wrong.status).toBe(400)
    expect(await wrong.json()).toMatchObject({ fields: { email: expect.any(String) } })
  })

  test('answers 401 without a session, and 403 to others than administrators', async () => {
    const path = '/newsletters/why-no-email?email=a@example.com&story=x'
    expect((await get(path)).status).toBe(401)
    expect((await get(path, { as: (await anAuthor()).id })).status).toBe(403)
  })
})
