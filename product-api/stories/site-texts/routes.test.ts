import type { SiteText, TextOnDesk } from '#contract/site-texts.ts'
import type { WorkingCopy } from '#contract/story-writing.ts'
import { tags } from '#contract/tags.ts'
import type { Upload } from '#contract/uploads.ts'
import type { Actor } from '#platform/context.ts'
import { auditTrail, dayMs, hourMs, passTime } from '#testing/accounts.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor } from '#testing/factories.ts'
import { aPicture } from '#testing/pictures.ts'
import { removeKeptFiles, upload } from '#testing/uploads.ts'
import { forgetUnusedUploads } from '../../files/forget-unused-uploads.ts'
import { publishOverdue } from '../write/publish-text.ts'
import { forgetDeleted } from '../write/withdraw-story.ts'

withApi()

const page = 'privacy-policy'
const builtIn = { title: 'Privacy Statement', intro: 'In short.', html: '<h2>Who</h2><p>We know little.</p>' }
let admin: Actor
beforeEach(async () => {
  admin = await anAdmin()
})
afterEach(removeKeptFiles)

const begin = (as: string | undefined = admin.id, body: object = builtIn) =>
  send('POST', `/dashboard/texts/${page}`, { ...(as && { as }), body })
const publish = (version: number, as = admin.id) =>
  send('POST', `/dashboard/texts/${page}/publish`, { as, body: { version } })
const reset = (as = admin.id) => send('DELETE', `/dashboard/texts/${page}`, { as })
const shown = () => get(`/texts/${page}`)
const shownText = async () => (await (await shown()).json()) as SiteText
const begun = async () => ((await (await begin()).json()) as { slug: string }).slug
const draft = async (slug: string) =>
  (await (await get(`/contents/${slug}/working-copy`, { as: admin.id })).json()) as WorkingCopy
const edit = (slug: string, body: object, as = admin.id) => send('PUT', `/contents/${slug}`, { as, body })
const onDesk = async () => {
  const listed = (await (await get('/dashboard/texts', { as: admin.id })).json()) as TextOnDesk[]
  return listed.find((text) => text.page === page)
}

describe('POST /dashboard/texts/:page', () => {
  test('makes a draft of the text that came with the program, which no reader sees', async () => {
    const slug = await begun()
    expect(await draft(slug)).toMatchObject({
      ...{ title: 'Privacy Statement', sub_title: 'In short.', content: builtIn.html },
      ...{ isDraft: true, site_page: page, author_uuid: null, version: 1 },
    })
    expect((await shown()).status).toBe(404)
    expect((await get(`/contents/${slug}`)).status).toBe(404)
    expect(await (await get('/contents')).json()).toEqual([])
    expect(await onDesk()).toMatchObject({
      draft: { slug, version: 1 },
      published: null,
      has_unpublished_changes: true,
    })
  })

  test('answers the draft that is there, whatever is sent along', async () => {
    const slug = await begun()
    await edit(slug, { title: 'Our privacy', version: 1 })
    expect(await (await begin((await anAdmin()).id)).json()).toEqual({ slug })
    expect(await draft(slug)).toMatchObject({ title: 'Our privacy', version: 2 })
  })

  test('twice at once makes one draft', async () => {
    const answers = await Promise.all([begin(), begin((await anAdmin()).id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [one, other] = await Promise.all(answers.map((answer) => answer.json()))
    expect(one).toEqual(other)
    expect((await api().pool.query('select from contents')).rowCount).toBe(1)
  })

  test('begins again with the published text once the draft is deleted, at once or for good', async () => {
    const slug = await begun()
    await edit(slug, { title: 'Ours', version: 1 })
    await publish(2)
    for (const isForGood of [false, true]) {
      const { draft: open } = (await onDesk()) ?? {}
      expect((await send('DELETE', `/contents/${open?.slug}`, { as: admin.id })).status).toBe(200)
      if (isForGood) {
        passTime(31 * dayMs)
        await forgetDeleted(api().context)
      }
      expect(await onDesk()).toMatchObject({ draft: null, title: 'Ours', has_unpublished_changes: false })
      expect(await shownText()).toMatchObject({ title: 'Ours' })
      expect(await draft(await begun())).toMatchObject({ title: 'Ours', sub_title: 'In short.', site_page: page })
      expect(await onDesk()).toMatchObject({ has_unpublished_changes: false })
    }
    await edit((await onDesk())?.draft?.slug ?? '', { title: 'Ours, again', version: 1 })
    expect(await onDesk()).toMatchObject({ has_unpublished_changes: true })
  })

  test('removes scripts from the text', async () => {
    const html = '<p onclick="alert(1)">Text<script>alert(1)</script></p><a href="javascript:alert(1)">a</a>'
    const { slug } = await (await begin(admin.id, { ...builtIn, html })).json()
    expect((await draft(slug)).content).not.toMatch(/script|onclick/)
  })

  test.each([
    ['title', { title: 'a'.repeat(201) }],
    ['intro', { intro: 'a'.repeat(301) }],
    ['html', { html: 'a'.repeat(1_000_001) }],
  ])('refuses a %s that is too long', async (field, part) => {
    const answer = await begin(admin.id, { ...builtIn, ...part })
    expect(answer.status).toBe(400)
    expect((await answer.json()).fields[field]).toMatch(/\.$/)
    expect(await onDesk()).toMatchObject({ draft: null })
  })
})

describe('POST /dashboard/texts/:page/publish', () => {
  test('shows readers the present text, and not what is written afterwards', async () => {
    const slug = await begun()
    const answer = await publish(1)
    expect([answer.status, answer.headers.get('cache-tag')]).toEqual([200, tags.site])
    expect(await answer.json()).toMatchObject({
      ...{ page, title: 'Privacy Statement', has_unpublished_changes: false },
      published: { by: admin.name, version: 1 },
    })
    await edit(slug, { content: '<p>Nothing yet.</p>', version: 1 })
    expect(await onDesk()).toMatchObject({ has_unpublished_changes: true })
    const text = await shown()
    expect(text.headers.get('cache-tag')).toBe(tags.site)
    expect(await text.json()).toEqual({ ...builtIn, published_at: expect.any(String) })
    expect(await draft(slug)).toMatchObject({ isDraft: true })
    expect((await get(`/contents/${slug}`)).status).toBe(404)
  })

  test('reaches every process, and is recorded once in the audit and in the history', async () => {
    const slug = await begun()
    await publish(1)
    await publish(1)
    const { rows } = await api().pool.query<{ tags: string[] }>('select tags from changes')
    expect(rows.filter((row) => row.tags.includes(tags.site))).toHaveLength(1)
    expect(await auditTrail('site_text_published')).toMatchObject([
      { actor_id: admin.id, details: { page, title: 'Privacy Statement' } },
    ])
    const history = await (await get(`/contents/${slug}/revisions`, { as: admin.id })).json()
    expect(history).toMatchObject([{ kind: 'publish', version: 1, saved_by: admin.name }])
  })

  test('refuses a version that is not the present one', async () => {
    const slug = await begun()
    await edit(slug, { title: 'Ours', version: 1 })
    for (const version of [1, 3]) {
      const answer = await publish(version)
      expect([answer.status, (await answer.json()).code]).toEqual([409, 'conflict'])
    }
    expect((await shown()).status).toBe(404)
  })

  test('of two administrators who publish at once shows the text once', async () => {
    await begun()
    const answers = await Promise.all([publish(1), publish(1, (await anAdmin()).id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await auditTrail('site_text_published')).toHaveLength(1)
  })

  test('refuses an empty title and an empty text, each with a sentence', async () => {
    await begin(admin.id, { title: '', intro: '', html: '<p> </p>' })
    const answer = await publish(1)
    expect(answer.status).toBe(400)
    expect((await answer.json()).fields).toEqual({
      title: expect.stringMatching(/\.$/),
      content: expect.stringMatching(/\.$/),
    })
    expect((await shown()).status).toBe(404)
  })

  test('refuses a page without a draft, and one whose draft is deleted', async () => {
    expect((await publish(1)).status).toBe(404)
    await send('DELETE', `/contents/${await begun()}`, { as: admin.id })
    expect((await publish(1)).status).toBe(404)
    expect((await publish(0)).status).toBe(400)
  })

  test('a picture of the published text stays, also when the draft has lost it and is gone', async () => {
    const bytes = await aPicture({ width: 700, colour: 'teal' }).png().toBuffer()
    const { url } = (await (await upload(admin.id, bytes, 'image/png')).json()) as Upload
    const { slug } = await (await begin(admin.id, { ...builtIn, html: `<p>Us</p><p><img src="${url}"></p>` })).json()
    await publish(1)
    await edit(slug, { content: '<p>Us</p>', version: 1 })
    await send('DELETE', `/contents/${slug}`, { as: admin.id })
    passTime(31 * dayMs)
    await forgetDeleted(api().context)
    await forgetUnusedUploads(api().context)
    expect((await get(url)).status).toBe(200)
    expect((await shownText()).html).toContain(url)
    await reset()
    await forgetUnusedUploads(api().context)
    expect((await get(url)).status).toBe(404)
  })
})

describe('DELETE /dashboard/texts/:page', () => {
  test('shows readers the built-in text again, and keeps the draft', async () => {
    const slug = await begun()
    await publish(1)
    const answer = await reset()
    expect([answer.status, answer.headers.get('cache-tag')]).toEqual([200, tags.site])
    expect(await answer.json()).toMatchObject({ draft: { slug }, published: null, has_unpublished_changes: true })
    const gone = await shown()
    expect([gone.status, gone.headers.get('cache-tag')]).toEqual([404, tags.site])
    expect(await gone.json()).toMatchObject({ code: 'not_found' })
    expect((await publish(1)).status).toBe(200)
    expect((await shown()).status).toBe(200)
  })

  test('is recorded in the audit, and a second time changes nothing', async () => {
    await begun()
    await publish(1)
    expect([(await reset()).status, (await reset()).status]).toEqual([200, 200])
    expect(await auditTrail('site_text_reset')).toMatchObject([{ actor_id: admin.id, details: { page } }])
  })
})

describe('the draft of a text', () => {
  const publishing: [string, (slug: string) => Promise<Response>][] = [
    ['published', (slug) => edit(slug, { isDraft: false, version: 1 })],
    ['published without a version', (slug) => edit(slug, { isDraft: false })],
    ['published by POST', (slug) => send('POST', `/contents/${slug}`, { as: admin.id, body: { isDraft: false } })],
    ['emailed', (slug) => edit(slug, { isDraft: false, sendNewsletter: true })],
    ['marked to be emailed', (slug) => edit(slug, { isDraft: true, sendNewsletter: true })],
    [
      'planned',
      (slug) =>
        edit(slug, { isDraft: true, publish_at: new Date(api().context.now().getTime() + hourMs).toISOString() }),
    ],
  ]
  test.each(publishing)('is never %s like a story', async (_, act) => {
    const slug = await begun()
    const answer = await act(slug)
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({
      code: 'not_possible',
      detail: expect.stringContaining('the text of the page Privacy Statement.'),
    })
    passTime(2 * hourMs)
    await publishOverdue(api().context)
    expect(await draft(slug)).toMatchObject({ isDraft: true, publish_at: null, sendNewsletter: false, version: 1 })
    expect(await (await get('/contents')).json()).toEqual([])
  })

  test('is not published by a plan that has got there in another way', async () => {
    const slug = await begun()
    await api().pool.query(`update contents set publish_at = now() - interval '1 hour'`)
    await expect(publishOverdue(api().context)).rejects.toThrow('could not be published')
    expect(await draft(slug)).toMatchObject({ isDraft: true })
  })

  test('can be duplicated, and the copy is an ordinary story', async () => {
    const slug = await begun()
    const copy = await (await send('POST', `/contents/${slug}/duplicate`, { as: admin.id })).json()
    expect(await draft(copy.slug)).toMatchObject({ site_page: null, author_uuid: admin.id })
    expect((await edit(copy.slug, { isDraft: false })).status).toBe(200)
  })

  test('is edited by every administrator, and by no one who has stopped being one', async () => {
    const slug = await begun()
    expect((await edit(slug, { title: 'Ours', version: 1 }, (await anAdmin()).id)).status).toBe(200)
    await api().pool.query(`update users set role = 'user' where id = $1`, [admin.id])
    for (const { id } of [admin, await anAuthor()]) {
      expect((await get(`/contents/${slug}/working-copy`, { as: id })).status).toBe(404)
      expect((await edit(slug, { title: 'Mine' }, id)).status).toBe(404)
      expect((await edit(slug, { isDraft: false }, id)).status).toBe(404)
      expect((await send('DELETE', `/contents/${slug}`, { as: id })).status).toBe(404)
    }
  })

  test('is saved in the ordinary way, with its conflicts', async () => {
    const slug = await begun()
    expect((await edit(slug, { title: 'Ours', version: 1 })).status).toBe(200)
    const late = await edit(slug, { title: 'Theirs', version: 1 })
    expect(late.status).toBe(409)
    expect(await late.json()).toMatchObject({ code: 'conflict', current: { title: 'Ours', site_page: page } })
  })
})

describe('the texts of the site', () => {
  test('are listed for administrators, page by page', async () => {
    const listed = await (await get('/dashboard/texts', { as: admin.id })).json()
    expect(listed.map((text: TextOnDesk) => text.title)).toEqual([
      ...['About Us', 'Contact Us', 'Careers', 'Privacy Statement', 'User Agreement', 'Cookie Policy'],
    ])
    expect(listed[0]).toEqual({
      ...{ page: 'about-us', title: 'About Us', draft: null, published: null, has_unpublished_changes: false },
    })
  })

  test('each has its own draft', async () => {
    const other = await send('POST', '/dashboard/texts/careers', { as: admin.id, body: { ...builtIn, title: 'Jobs' } })
    const { slug } = await other.json()
    expect(slug).not.toBe(await begun())
    await send('POST', '/dashboard/texts/careers/publish', { as: admin.id, body: { version: 1 } })
    expect((await shown()).status).toBe(404)
    expect(await (await get('/texts/careers')).json()).toMatchObject({ title: 'Jobs' })
  })

  test('refuse a page that has no text of its own', async () => {
    const calls = [
      get('/texts/sudoku'),
      send('POST', '/dashboard/texts/sudoku', { as: admin.id, body: builtIn }),
      send('POST', '/dashboard/texts/constructor/publish', { as: admin.id, body: { version: 1 } }),
      send('DELETE', '/dashboard/texts/sudoku', { as: admin.id }),
    ]
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect((await get(`/texts/${'a'.repeat(41)}`)).status).toBe(400)
  })

  test('are written by administrators only', async () => {
    await begun()
    const calls: [Parameters<typeof send>[0] | 'GET', string, object | undefined][] = [
      ['GET', '/dashboard/texts', undefined],
      ['POST', `/dashboard/texts/${page}`, builtIn],
      ['POST', `/dashboard/texts/${page}/publish`, { version: 1 }],
      ['DELETE', `/dashboard/texts/${page}`, undefined],
    ]
    const author = await anAuthor()
    for (const [method, path, body] of calls) {
      const make = (as?: string) =>
        method === 'GET'
          ? get(path, { ...(as && { as }) })
          : send(method, path, { ...(as && { as }), ...(body && { body }) })
      expect([path, (await make()).status]).toEqual([path, 401])
      expect([path, (await make(author.id)).status]).toEqual([path, 403])
    }
    expect((await shown()).status).toBe(404)
  })
})
