import type { ReportedThanks, Thanks } from '#contract/thanks.ts'
import type { Actor } from '#platform/context.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aProvenPerson, aStory, writing } from '#testing/factories.ts'
import { deleteStory, unpublishStory } from '../write/withdraw-story.ts'

withApi()

const nobody = '11111111-1111-4111-8111-111111111111'
const words = 'I read it aloud to my father. We both laughed.'

const thank = (as: string | undefined, storyId: string, line: unknown = words) =>
  send('POST', `/contents/${storyId}/thanks`, { as, body: { words: line } })
const received = async (as: string, query = ''): Promise<Thanks[]> => (await get(`/thanks${query}`, { as })).json()
const reported = async (as: string): Promise<ReportedThanks[]> => (await get('/thanks/reported', { as })).json()
const own = async (as: string, storyId: string) => (await get(`/contents/${storyId}/thanks`, { as })).json()
const act = (as: string | undefined, deed: 'report' | 'block', id: string) =>
  send('POST', `/thanks/${id}/${deed}`, { as })
const remove = (as: string | undefined, id: string) => send('DELETE', `/thanks/${id}`, { as })
const decide = (as: string | undefined, deed: 'dismiss' | 'remove', id: string) =>
  send('POST', `/thanks/reported/${id}/${deed}`, { as })
const query = async (text: string, values?: unknown[]) => (await api().pool.query(text, values)).rows

/** A writer, a reader, and a story for which the reader has thanked. */
async function aThankedStory() {
  const [writer, reader] = [await aProvenPerson({ name: 'Ada Marsh' }), await aProvenPerson({ name: 'Noor' })]
  const story = await aStory({ by: writer, title: 'The Lamp' })
  expect((await thank(reader.id, story.id)).status).toBe(200)
  const [line] = await received(writer.id)
  return { writer, reader, story, line: line as Thanks }
}

describe('POST /contents/:id/thanks', () => {
  test('sends one line, which its writer and its sender see', async () => {
    const { writer, reader, story } = await aThankedStory()
    expect(await received(writer.id)).toEqual([
      {
        ...{ _id: expect.any(String), words, sent_at: expect.any(String), is_reported: false, is_blocked: false },
        ...{ reader: { uuid: reader.id, name: 'Noor' }, story: { slug: story.slug, title: 'The Lamp' } },
      },
    ])
    expect(await own(reader.id, story.id)).toEqual({ words, sent_at: expect.any(String) })
  })

  test('is hidden from everyone else, administrators included', async () => {
    const { story } = await aThankedStory()
    for (const { id } of [await anAdmin(), await aProvenPerson()]) {
      expect(await received(id)).toEqual([])
      expect(await own(id, story.id)).toEqual({ words: null, sent_at: null })
    }
    expect(await reported((await anAdmin()).id)).toEqual([])
    expect(JSON.stringify(await (await get(`/contents/${story.id}`)).json())).not.toContain('my father')
  })

  test('takes a second one for another story, but not for the same', async () => {
    const { writer, reader, story } = await aThankedStory()
    const again = await thank(reader.id, story.id, 'And again')
    expect([again.status, (await again.json()).detail]).toEqual([
      409,
      'You’ve thanked the writer of this story already.',
    ])
    expect((await thank(reader.id, (await aStory({ by: writer })).id)).status).toBe(200)
    expect(await received(writer.id)).toHaveLength(2)
  })

  test('makes one line of what was typed, without characters that turn or end it', async () => {
    const [{ id: as }, { id }] = [await aProvenPerson(), await aStory()]
    const response = await thank(as, id, '  Thank\r\nyou,\u202e \t Ada  ')
    expect((await response.json()).words).toBe('Thank you, Ada')
  })

  test.each([
    ['nothing', null, 'Please write a line.'],
    ['spaces', ' \n ', 'Please write a line.'],
    ['281 characters', 'x'.repeat(281), 'Please use at most 280 characters.'],
    ['8 KB', 'x'.repeat(8_192), 'Please use at most 280 characters.'],
    ['a number', 7, 'Please write a line.'],
  ])('refuses %s, and names the field', async (_, line, sentence) => {
    const response = await thank((await aProvenPerson()).id, (await aStory()).id, line)
    expect([response.status, (await response.json()).fields]).toEqual([400, { words: sentence }])
  })

  test('takes 280 characters of any script', async () => {
    expect((await thank((await aProvenPerson()).id, (await aStory()).id, '🕯'.repeat(140))).status).toBe(200)
  })

  test('answers 401 without a session', async () => {
    const { id } = await aStory()
    expect((await thank(undefined, id)).status).toBe(401)
    expect((await get(`/contents/${id}/thanks`)).status).toBe(401)
  })

  test('answers 403 to a reader whose address is not confirmed', async () => {
    const response = await thank((await anAuthor()).id, (await aStory()).id)
    expect([response.status, (await response.json()).detail]).toEqual([
      403,
      'Please confirm your email address before you thank a writer.',
    ])
  })

  test('answers 404 for a story that is not public', async () => {
    const [{ id: as }, by] = [await aProvenPerson(), await aProvenPerson()]
    const [draft, deleted] = [await aStory({ by, isDraft: true }), await aStory({ by })]
    await deleteStory(writing(by), deleted.id)
    for (const id of [draft.id, deleted.id, nobody, 'a-slug']) expect((await thank(as, id)).status).toBe(404)
  })

  test('answers 409 to the writer, and for a story whose writer has left', async () => {
    const [by, { id: as }] = [await aProvenPerson(), await aProvenPerson()]
    const { id } = await aStory({ by })
    expect((await thank(by.id, id)).status).toBe(409)
    await query('delete from users where id = $1', [by.id])
    expect((await thank(as, id)).status).toBe(409)
  })

  test('answers 429 beyond twenty a day; a refused line does not count', async () => {
    const { reader, story } = await aThankedStory()
    await thank(reader.id, story.id)
    for (let count = 1; count < 20; count++) expect((await thank(reader.id, (await aStory()).id)).status).toBe(200)
    const response = await thank(reader.id, (await aStory()).id)
    expect(response.status).toBe(429)
    expect((await response.json()).detail).toContain('You’ve thanked for twenty stories within a day.')
  })
})

describe('GET /thanks', () => {
  test('goes on where a page ends', async () => {
    const { writer, story } = await aThankedStory()
    for (const name of ['Ben', 'Cleo']) await thank((await aProvenPerson({ name })).id, story.id, `From ${name}`)
    const response = await get('/thanks?limit=2', { as: writer.id })
    const [, next] = /<([^>]+)>/.exec(response.headers.get('link') ?? '') ?? []
    const lines = [...(await response.json()), ...(await (await get(next ?? '', { as: writer.id })).json())]
    expect(lines.map(({ reader }: Thanks) => reader?.name)).toEqual(['Cleo', 'Ben', 'Noor'])
    expect((await get('/thanks?limit=0', { as: writer.id })).status).toBe(400)
    expect((await get('/thanks?cursor=x', { as: writer.id })).status).toBe(400)
    expect((await get('/thanks')).status).toBe(401)
  })

  test('keeps lines of an unpublished story, leaves out those of a deleted one, and names no deleted reader', async () => {
    const { writer, reader, story } = await aThankedStory()
    await unpublishStory(writing(writer), story.id)
    expect(await received(writer.id)).toHaveLength(1)
    await query('delete from users where id = $1', [reader.id])
    expect(await received(writer.id)).toMatchObject([{ words, reader: null }])
    await deleteStory(writing(writer), story.id)
    expect(await received(writer.id)).toEqual([])
  })

  test('ends with the writer’s account', async () => {
    const { writer } = await aThankedStory()
    await query('delete from users where id = $1', [writer.id])
    expect(await query('select * from thanks')).toEqual([])
  })
})

describe('DELETE /thanks/:id', () => {
  test('takes a line from the writer’s list; its sender can’t send another', async () => {
    const { writer, reader, story, line } = await aThankedStory()
    expect((await remove(writer.id, line._id)).status).toBe(200)
    expect(await received(writer.id)).toEqual([])
    expect((await remove(writer.id, line._id)).status).toBe(404)
    expect(await own(reader.id, story.id)).toMatchObject({ words })
    expect((await thank(reader.id, story.id)).status).toBe(409)
  })
})

test('only the writer may delete, report or block', async () => {
  const { writer, reader, line } = await aThankedStory()
  const others = [reader.id, (await anAdmin()).id, (await aProvenPerson()).id]
  for (const as of others) {
    expect((await remove(as, line._id)).status).toBe(404)
    expect((await act(as, 'report', line._id)).status).toBe(404)
    expect((await act(as, 'block', line._id)).status).toBe(404)
  }
  expect((await remove(undefined, line._id)).status).toBe(401)
  expect((await act(undefined, 'report', line._id)).status).toBe(401)
  expect((await act(undefined, 'block', line._id)).status).toBe(401)
  for (const id of [nobody, 'x']) expect((await act(writer.id, 'block', id)).status).toBe(404)
  expect(await received(writer.id)).toEqual([line])
})

describe('POST /thanks/:id/block', () => {
  const blocked = async (as: string) => (await get('/thanks/blocked', { as })).json()

  test('withholds what the reader sends from then on, without telling them', async () => {
    const { writer, reader, line } = await aThankedStory()
    expect((await act(writer.id, 'block', line._id)).status).toBe(200)
    expect((await act(writer.id, 'block', line._id)).status).toBe(200)
    expect(await received(writer.id)).toEqual([{ ...line, is_blocked: true }])
    expect(await blocked(writer.id)).toEqual([{ uuid: reader.id, name: 'Noor' }])
    await mails()
    await wantMails(writer)
    const story = await aStory({ by: writer })
    expect((await thank(reader.id, story.id, 'Still there?')).status).toBe(200)
    expect(await own(reader.id, story.id)).toMatchObject({ words: 'Still there?' })
    expect(await received(writer.id)).toHaveLength(1)
    expect(await mails()).toEqual([])
    const [withheld] = await query('select id from thanks where is_withheld')
    expect((await act(writer.id, 'report', withheld.id)).status).toBe(404)
    expect((await remove(writer.id, withheld.id)).status).toBe(404)
  })

  test('concerns this writer alone, and ends with DELETE /thanks/blocked/:uuid', async () => {
    const { writer, reader, line } = await aThankedStory()
    await act(writer.id, 'block', line._id)
    const other = await aProvenPerson()
    await thank(reader.id, (await aStory({ by: other })).id)
    expect(await received(other.id)).toHaveLength(1)
    // Another writer's word changes nothing.
    await send('DELETE', `/thanks/blocked/${reader.id}`, { as: other.id })
    expect(await blocked(writer.id)).toHaveLength(1)
    for (const id of [reader.id, reader.id, 'x']) {
      expect((await send('DELETE', `/thanks/blocked/${id}`, { as: writer.id })).status).toBe(200)
    }
    expect(await blocked(writer.id)).toEqual([])
    await thank(reader.id, (await aStory({ by: writer })).id)
    expect(await received(writer.id)).toHaveLength(2)
  })

  test('says that a reader has left', async () => {
    const { writer, reader, line } = await aThankedStory()
    await query('delete from users where id = $1', [reader.id])
    const response = await act(writer.id, 'block', line._id)
    expect([response.status, (await response.json()).detail]).toEqual([409, 'This reader has no account any more.'])
  })

  test('needs a session for the list', async () => {
    expect((await get('/thanks/blocked')).status).toBe(401)
    expect((await send('DELETE', `/thanks/blocked/${nobody}`)).status).toBe(401)
  })
})

describe('POST /thanks/:id/report', () => {
  async function aReportedLine() {
    const thanked = await aThankedStory()
    for (const _ of [1, 2]) expect((await act(thanked.writer.id, 'report', thanked.line._id)).status).toBe(200)
    return { ...thanked, admin: await anAdmin() }
  }

  test('shows the line to administrators only', async () => {
    const { writer, reader, story, line, admin } = await aReportedLine()
    expect(await reported(admin.id)).toEqual([
      {
        ...{ _id: line._id, words, sent_at: line.sent_at, reported_at: expect.any(String) },
        ...{ reader: { uuid: reader.id, name: 'Noor' }, writer: { uuid: writer.id, name: 'Ada Marsh' } },
        story: { slug: story.slug, title: 'The Lamp' },
      },
    ])
    expect(await received(writer.id)).toMatchObject([{ is_reported: true }])
    expect((await get('/thanks/reported', { as: writer.id })).status).toBe(403)
    expect((await get('/thanks/reported')).status).toBe(401)
  })

  test.each([
    ['dismiss', 1, 'Dismissed the report of a line of thanks.'],
    ['remove', 0, 'Removed a reported line of thanks.'],
  ] as const)('an administrator may %s it, once, and the audit says so', async (deed, left, sentence) => {
    const { writer, line, admin } = await aReportedLine()
    expect((await decide(writer.id, deed, line._id)).status).toBe(403)
    expect((await decide(undefined, deed, line._id)).status).toBe(401)
    expect((await decide(admin.id, deed, line._id)).status).toBe(200)
    expect(await reported(admin.id)).toEqual([])
    expect(await received(writer.id)).toHaveLength(left)
    expect((await decide(admin.id, deed, line._id)).status).toBe(404)
    const events = await (await get('/dashboard/audit', { as: admin.id })).json()
    expect(events.map((event: { sentence: string }) => event.sentence)).toContain(sentence)
  })

  test('decides about nothing that was not reported', async () => {
    const [{ line }, { id: as }] = [await aThankedStory(), await anAdmin()]
    for (const id of [line._id, nobody, 'x']) expect((await decide(as, 'remove', id)).status).toBe(404)
  })

  test('stays with the administrators when the writer deletes the line', async () => {
    const { writer, line, admin } = await aReportedLine()
    await remove(writer.id, line._id)
    expect(await reported(admin.id)).toHaveLength(1)
  })
})

const wantMails = ({ id: as }: Actor, thanksByEmail = true) =>
  send('POST', '/users/update-profile', { as, body: { thanksByEmail } })

describe('the email about a line', () => {
  const hostile = '<b>Win</b> at https://evil.example & "more"'

  test('goes to a writer who wants it, with the reader’s name and line and no address, escaped', async () => {
    const [writer, reader] = [await aProvenPerson({ name: 'Ada' }), await aProvenPerson({ name: 'Noor <i>' })]
    const story = await aStory({ by: writer, title: 'The <Lamp>' })
    expect((await (await wantMails(writer)).json()).thanks_by_email).toBe(true)
    await thank(reader.id, story.id, hostile)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.to).toEqual({ name: 'Ada', address: writer.email })
    expect(mail?.subject).toBe('Noor <i> thanks you for “The <Lamp>”')
    expect(mail?.text).toContain(hostile)
    expect(mail?.html).toContain('&lt;b&gt;Win&lt;/b&gt; at https://evil.example &amp; &quot;more&quot;')
    expect(mail?.html).not.toContain('href="https://evil.example')
    expect(mail?.html).toContain('http://localhost:3000/my-stories/thanks')
    expect(JSON.stringify(mail)).not.toContain(reader.email)
  })

  test('does not go to a writer who has not asked for it, or not any more', async () => {
    const { writer } = await aThankedStory()
    await wantMails(writer)
    await wantMails(writer, false)
    await thank((await aProvenPerson()).id, (await aStory({ by: writer })).id)
    expect(await mails()).toEqual([])
  })

  test('goes neither to an unconfirmed address nor to a suspended writer', async () => {
    const [writer, suspended] = [await anAuthor(), await aProvenPerson()]
    await wantMails(writer)
    await wantMails(suspended)
    await query("update users set suspended_at = now(), suspended_reason = 'Spam' where id = $1", [suspended.id])
    const { id: as } = await aProvenPerson()
    for (const by of [writer, suspended]) await thank(as, (await aStory({ by })).id)
    expect(await mails()).toEqual([])
  })

  test('does not go once the line was deleted', async () => {
    const { writer, line } = await aThankedStory()
    await wantMails(writer)
    await remove(writer.id, line._id)
    expect(await mails()).toEqual([])
  })

  test('goes out fifty times a day at most', async () => {
    const { writer } = await aThankedStory()
    await wantMails(writer)
    for (let count = 0; count < 50; count++) await api().context.limits.count('thanksMail', writer.id)
    expect(await mails()).toEqual([])
    expect(await received(writer.id)).toHaveLength(1)
  })
})
