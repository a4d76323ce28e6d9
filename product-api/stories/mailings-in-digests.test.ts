import { sendDigests } from '#newsletters/digest/send-digests.ts'
import type { Actor } from '#platform/context.ts'
import { dayMs, passTime } from '#testing/accounts.ts'
import { api, mails, send, withApi } from '#testing/api.ts'
import { anAdmin, anApprovedAuthor, anAuthor, aProvenPerson, aStory } from '#testing/factories.ts'
import { aSubscriber, newsletters } from '#testing/newsletters.ts'
import { write } from '#testing/writers.ts'

withApi()

const publish = (by: Actor, body: object = {}) =>
  write(by, { isDraft: false, sendNewsletter: true, category: 'fiction', ...body })
const onMonday = () => passTime(Date.UTC(2026, 11, 7, 12) - api().context.now().getTime())
const suspend = (as: Actor, { id }: Actor) =>
  send('POST', `/users/${id}/suspend`, { as: as.id, body: { reason: 'Spam' } })

describe('digests and welcomes of a category', () => {
  const daily = () => aSubscriber({ category: 'fiction', frequency: 'daily' })
  const digest = async () => {
    passTime(dayMs)
    await mails()
    await sendDigests(api().context)
    return (await newsletters()).map(({ text }) => text).join('\n')
  }

  test('have nothing of an author who may not mail its subscribers; followers have', async () => {
    onMonday()
    const [novice, known] = [await anAuthor(), await anApprovedAuthor()]
    await daily()
    await aSubscriber({ category: 'all', frequency: 'daily' })
    const follower = await aSubscriber({ following_author: novice.id, frequency: 'daily' })
    await digest()
    await aStory({ by: novice, title: 'Buy pills', category: 'fiction', publishedAt: api().context.now() })
    passTime(dayMs)
    await sendDigests(api().context)
    expect((await newsletters()).map(({ to }) => to)).toEqual([follower.email])
    await aStory({ by: known, title: 'The lamp', category: 'fiction', publishedAt: api().context.now() })
    const text = await digest()
    expect(text).toContain('The lamp')
    expect(text).not.toContain('Buy pills')
  })

  test('have what came after three stories that had stood for a week, and nothing from before', async () => {
    onMonday()
    const by = await aProvenPerson()
    await daily()
    await digest()
    for (const title of ['One', 'Two', 'Three', 'From before']) await publish(by, { title, sendNewsletter: false })
    passTime(8 * dayMs)
    await publish(by, { title: 'Afterwards', sendNewsletter: false })
    const text = await digest()
    expect(text).toContain('Afterwards')
    for (const title of ['One', 'From before']) expect(text).not.toContain(title)
  })

  test('have nothing that an administrator declined, and nothing of a suspended author', async () => {
    onMonday()
    const [by, other, admin] = [await anApprovedAuthor(), await anApprovedAuthor(), await anAdmin()]
    await daily()
    await digest()
    await publish(by, { title: 'The lamp' })
    const { id } = await publish(by, { title: 'Declined' })
    await send('POST', `/newsletters/held/${id}/decline`, { as: admin.id })
    await publish(other, { title: 'Buy pills', sendNewsletter: false })
    await suspend(admin, other)
    const text = await digest()
    expect(text).toContain('The lamp')
    for (const title of ['Declined', 'Buy pills']) expect(text).not.toContain(title)
  })

  test('greet no one with a story of an author who may not mail them', async () => {
    await aStory({ by: await anAuthor(), title: 'Buy pills', category: 'fiction' })
    await aStory({ title: 'The lamp', category: 'fiction' })
    const { email } = await daily()
    const [welcome] = (await mails()).filter(({ to, subject }) => to.address === email && /^Welcome/.test(subject))
    expect(welcome?.text).toContain('The lamp')
    expect(welcome?.text).not.toContain('Buy pills')
  })
})
