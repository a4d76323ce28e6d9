import { dayMs, hourMs, passTime } from '#testing/accounts.ts'
import { api, send, withApi } from '#testing/api.ts'
import { anApprovedAuthor, aPublication, aStory } from '#testing/factories.ts'
import { aSubscriber, type Newsletter, newsletters } from '#testing/newsletters.ts'
import { sendDigests } from './send-digests.ts'

withApi()

const now = () => api().context.now()

/** A Wednesday, at an hour of UTC. */
const onWednesday = (hour: number) => passTime(Date.UTC(2026, 11, 2, hour) - now().getTime())

/** Sends the digests that are due now, and returns the emails. */
async function digests(): Promise<Newsletter[]> {
  await newsletters()
  await sendDigests(api().context)
  return newsletters()
}

const aNewStory = (title: string, given: Parameters<typeof aStory>[0] = {}) =>
  aStory({ title, category: 'fiction', publishedAt: now(), ...given })

describe('a digest', () => {
  test('comes in the subscriber’s morning, and not before', async () => {
    onWednesday(12)
    const { email } = await aSubscriber({ category: 'fiction', frequency: 'daily' })
    const tokyo = await aSubscriber({ category: 'fiction', frequency: 'daily' })
    await send('PUT', `/newsletters/preferences/${tokyo.uuid}`, { body: { time_zone: 'Asia/Tokyo' } })
    await aNewStory('The lamp')
    expect(await digests()).toEqual([])
    // 6:59 in Tokyo, 21:59 UTC.
    passTime(9 * hourMs + 59 * 60_000)
    expect(await digests()).toEqual([])
    passTime(60_000)
    expect((await digests()).map(({ to }) => to)).toEqual([tokyo.email])
    passTime(9 * hourMs)
    expect((await digests()).map(({ to }) => to)).toEqual([email])
  })

  test('is one email for everything that a reader follows', async () => {
    onWednesday(12)
    const by = await anApprovedAuthor({ name: 'Ada' })
    const publication = await aPublication({ by, name: 'Night shift' })
    const { email, uuid } = await aSubscriber(
      { category: 'technology', frequency: 'daily' },
      { following_author: by.id, frequency: 'daily' },
      { following_publication: publication.slug, frequency: 'daily' },
    )
    await digests()
    await aNewStory('By Ada', { by })
    await aNewStory('About chips', { category: 'technology' })
    await aNewStory('Of the night', { by, publicationId: publication.id })
    await aNewStory('Nothing for them', { category: 'books' })
    passTime(dayMs)
    const [mail, ...others] = await digests()
    expect(others).toEqual([])
    expect(mail?.to).toBe(email)
    for (const title of ['By Ada', 'About chips', 'Of the night']) expect(mail?.text).toContain(title)
    expect(mail?.text).not.toContain('Nothing for them')
    expect(mail?.text).toContain('You’re receiving this email because you follow Technology, Ada and Night shift.')
    expect(mail?.text).toContain('http://localhost:3000/sudoku')
    expect(mail?.headers['list-unsubscribe']).toBe(
      `<http://localhost:3000/api/newsletters/unsubscribe/${uuid}/one-click?scope=digests>`,
    )
  })

  test('brings no story twice, and does not come when nothing is new', async () => {
    onWednesday(12)
    await aSubscriber({ category: 'fiction', frequency: 'daily' })
    await digests()
    await aNewStory('First')
    passTime(dayMs)
    expect(await digests()).toHaveLength(1)
    passTime(dayMs)
    expect(await digests()).toEqual([])
    await aNewStory('Second')
    passTime(dayMs)
    const [mail] = await digests()
    expect(mail?.text).toContain('Second')
    expect(mail?.text).not.toContain('First')
    // Run again by a process that did not hear of the first run.
    expect(await digests()).toEqual([])
  })

  test('leaves out stories that came as an email of their own', async () => {
    onWednesday(12)
    const by = await anApprovedAuthor()
    await aSubscriber({ following_author: by.id }, { category: 'fiction', frequency: 'daily' })
    await aNewStory('At once', { by, sendNewsletter: true })
    expect(await newsletters()).toHaveLength(1)
    passTime(dayMs)
    expect(await digests()).toEqual([])
  })

  test('leaves out the stories of the welcome email', async () => {
    onWednesday(12)
    await aNewStory('In the welcome')
    await aSubscriber({ category: 'fiction', frequency: 'daily' })
    await digests()
    await aNewStory('After it')
    passTime(dayMs)
    const [mail] = await digests()
    expect(mail?.text).toContain('After it')
    expect(mail?.text).not.toContain('In the welcome')
  })

  test('comes on Mondays for the week, also beside a daily one, in the same email', async () => {
    onWednesday(12)
    await aSubscriber({ category: 'fiction', frequency: 'weekly' }, { category: 'books', frequency: 'daily' })
    await digests()
    await aNewStory('For the week')
    await aNewStory('For the day', { category: 'books' })
    passTime(dayMs)
    const [thursday] = await digests()
    expect(thursday?.text).toContain('For the day')
    expect(thursday?.text).not.toContain('For the week')
    passTime(3 * dayMs)
    expect(await digests()).toEqual([])
    await aNewStory('For another day', { category: 'books' })
    passTime(dayMs)
    const [monday, ...others] = await digests()
    expect(others).toEqual([])
    expect(monday?.text).toContain('For the week')
    expect(monday?.text).toContain('For another day')
  })

  test('does not come during a pause, nor do stories published during it', async () => {
    onWednesday(12)
    const { uuid } = await aSubscriber({ category: 'fiction', frequency: 'daily' })
    await send('PUT', `/newsletters/preferences/${uuid}`, { body: { paused: true } })
    await aNewStory('Meanwhile')
    passTime(2 * dayMs)
    expect(await digests()).toEqual([])
    passTime(28 * dayMs)
    await aNewStory('Afterwards')
    passTime(dayMs)
    const [mail] = await digests()
    expect(mail?.text).toContain('Afterwards')
    expect(mail?.text).not.toContain('Meanwhile')
  })

  test('brings the one story of a quiet author, however many others came after it', async () => {
    onWednesday(12)
    const by = await anApprovedAuthor({ name: 'Quiet' })
    await aSubscriber({ following_author: by.id, frequency: 'daily' })
    await digests()
    await aNewStory('A rare one', { by })
    await api().pool.query(
      `insert into contents (id, slug, title, content, content_text, category, is_draft, published_at, created_at,
         updated_at, version)
       select gen_random_uuid(), 'loud-' || n, 'Loud ' || n, '', '', 'fiction', false, at, at, at, 1
       from generate_series(1, 2500) as n, (select $1::timestamptz + interval '1 hour' as at) as later`,
      [now()],
    )
    passTime(dayMs)
    const [mail] = await digests()
    expect(mail?.text).toContain('A rare one')
    expect(mail?.text).not.toContain('Loud')
  })

  test('of more stories than one email holds brings the newest first, and the others with the next', async () => {
    onWednesday(12)
    await aSubscriber({ category: 'fiction', frequency: 'daily' }, { category: 'books', frequency: 'daily' })
    await digests()
    for (let number = 1; number <= 45; number++)
      await aNewStory(`Number ${number};`, {
        category: number % 2 ? 'fiction' : 'books',
        publishedAt: new Date(now().getTime() + number),
      })
    passTime(dayMs)
    const titles = async () =>
      [...((await digests())[0]?.text ?? '').matchAll(/^Number (\d+);/gm)].map(([, number]) => Number(number))
    expect(await titles()).toEqual(Array.from({ length: 40 }, (_, index) => 45 - index))
    passTime(dayMs)
    expect(await titles()).toEqual([5, 4, 3, 2, 1])
  })

  test('that was missed while nothing ran comes once', async () => {
    onWednesday(12)
    await aSubscriber({ category: 'fiction', frequency: 'daily' })
    await digests()
    await aNewStory('The lamp')
    passTime(5 * dayMs)
    expect(await digests()).toHaveLength(1)
    expect(await digests()).toEqual([])
  })
})
