import { checkAccent } from '#contract/accent.ts'
import { type SettingsOnDesk, type Site, usualSettings } from '#contract/site.ts'
import { tags } from '#contract/tags.ts'
import { uploadVariants } from '#contract/uploaded-pictures.ts'
import type { Upload } from '#contract/uploads.ts'
import type { Actor } from '#platform/context.ts'
import { auditTrail } from '#testing/accounts.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aStory } from '#testing/factories.ts'
import { aPicture } from '#testing/pictures.ts'
import { removeKeptFiles, upload } from '#testing/uploads.ts'

withApi()

afterEach(removeKeptFiles)

let admin: Actor
beforeEach(async () => {
  admin = await anAdmin()
})

const change = (body: object) => send('PUT', '/dashboard/settings', { as: admin.id, body: { version: 0, ...body } })
const onDesk = async () => (await (await get('/dashboard/settings', { as: admin.id })).json()) as SettingsOnDesk
const shown = async () => (await (await get('/site')).json()) as Site

describe('PUT /dashboard/settings', () => {
  test('changes what is named, for the next answer of every process, and drops every page', async () => {
    const answer = await change({ name: '  Night\u202e  Shift ', tagline: 'Read at work.', accent: '#1B5E8A' })
    expect([answer.status, answer.headers.get('cache-tag')]).toEqual([200, tags.everything])
    expect(await answer.json()).toMatchObject({
      version: 1,
      settings: { ...usualSettings, name: 'Night Shift', tagline: 'Read at work.', accent: '#1b5e8a' },
    })
    expect(api().context.productName).toBe('Night Shift')
    expect(await shown()).toMatchObject({ name: 'Night Shift', accent: '#1b5e8a' })
    const { rows } = await api().pool.query<{ tags: string[] }>('select tags from changes')
    expect(rows.flatMap((row) => row.tags)).toContain(tags.everything)
  })

  test('is recorded in the audit, each setting with its value before and after', async () => {
    await change({ name: 'Night Shift', sign_up: 'invited', tagline: usualSettings.tagline })
    expect(await auditTrail()).toMatchObject([
      { action: 'setting_changed', details: { setting: 'name', from: 'Bytewise', to: 'Night Shift' } },
      { action: 'setting_changed', details: { setting: 'sign_up', from: 'anyone', to: 'invited people' } },
    ])
    const { changed_by, changed_at } = await onDesk()
    expect([changed_by, typeof changed_at]).toEqual([admin.name, 'string'])
  })

  test('of nothing new changes nothing', async () => {
    expect((await change({ name: usualSettings.name })).status).toBe(200)
    expect(await onDesk()).toMatchObject({ version: 0, changed_at: null, changed_by: '' })
    expect(await auditTrail()).toEqual([])
  })

  test('refuses a page that is older than somebody else’s change, and shows what is there now', async () => {
    await change({ name: 'Night Shift' })
    const late = await change({ tagline: 'Read at work.' })
    expect(late.status).toBe(409)
    expect(await late.json()).toMatchObject({
      code: 'conflict',
      current: { version: 1, settings: { name: 'Night Shift', tagline: usualSettings.tagline } },
    })
    expect((await change({ tagline: 'Read at work.', version: 1 })).status).toBe(200)
  })

  test('keeps a setting that only a newer version has', async () => {
    await change({ name: 'Night Shift' })
    await api().pool.query(`update site_settings set settings = settings || '{"unheard": 1}'`)
    expect((await change({ tagline: 'Read at work.', version: 1 })).status).toBe(200)
    const { rows } = await api().pool.query<{ settings: object }>('select settings from site_settings')
    expect(rows).toEqual([{ settings: { name: 'Night Shift', tagline: 'Read at work.', unheard: 1 } }])
  })

  test('of two at once accepts one', async () => {
    const answers = await Promise.all([change({ name: 'Night' }), change({ name: 'Day' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('refuses what the environment decides, and accepts that it stays', async () => {
    Object.assign(api().context.site.fixed, { name: 'Bytewise' })
    try {
      const refused = await change({ name: 'Night Shift' })
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({ fields: { name: expect.stringContaining('PRODUCT_NAME') } })
      expect((await change({ name: 'Bytewise', tagline: 'Read at work.' })).status).toBe(200)
      expect((await onDesk()).environment).toEqual([{ setting: 'name', variable: 'PRODUCT_NAME' }])
    } finally {
      delete api().context.site.fixed.name
    }
  })

  const poems = { slug: 'poems', name: 'Poems', sentence: 'A page each.' }
  test.each([
    ['name', { name: ' ' }],
    ['name', { name: 'a'.repeat(8_192) }],
    ['tagline', { tagline: 'a'.repeat(161) }],
    ['tagline', { tagline: ' ' }],
    ['accent', { accent: 'green' }],
    ['accent', { accent: '#fff;background:url(//x)' }],
    ['logo', { logo: 'https://example.com/logo.png' }],
    ['logo', { logo: '/uploads/../secrets.json' }],
    ['contact_email', { contact_email: 'nobody' }],
    ['social_links.0', { social_links: ['javascript:alert(1)'] }],
    ['social_links', { social_links: ['https://a.example', 'https://a.example'] }],
    ['social_links', { social_links: Array.from({ length: 13 }, (_, n) => `https://a.example/${n}`) }],
    ['default_frequency', { default_frequency: 'hourly' }],
    ['sign_up', { sign_up: 'friends' }],
    ['publish', { publish: '' }],
    ['categories.0.slug', { categories: [{ ...poems, slug: 'Poems!' }] }],
    ['categories.0.slug', { categories: [{ ...poems, slug: 'fiction' }] }],
    ['categories.0.slug', { categories: [{ ...poems, slug: 'all' }] }],
    ['categories.1.slug', { categories: [poems, { ...poems, name: 'Verses' }] }],
    ['categories.1.name', { categories: [poems, { ...poems, slug: 'verses', name: 'POEMS' }] }],
    ['categories.0.name', { categories: [{ ...poems, name: 'Notes' }] }],
    [
      'categories',
      { categories: Array.from({ length: 13 }, (_, n) => ({ ...poems, slug: `p-${n}`, name: `P ${n}` })) },
    ],
    ['version', { version: -1 }],
  ])('refuses a wrong %s (%#)', async (field, body) => {
    const answer = await change(body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ fields: { [field]: expect.stringMatching(/\.$/) } })
    expect((await onDesk()).version).toBe(0)
  })

  test('refuses an accent that is too light to read, says how light, and names the nearest that works', async () => {
    const refused = await change({ accent: '#FFD400' })
    expect(refused.status).toBe(400)
    const { nearest } = checkAccent('#ffd400')
    const fault = `This colour is too light to read: its contrast is 1.2 to 1, and text needs at least 4.5 to 1. The nearest one that works is ${nearest}.`
    expect(await refused.json()).toMatchObject({ fields: { accent: fault } })
    expect((await change({ accent: nearest })).status).toBe(200)
    expect((await change({ accent: null, version: 1 })).status).toBe(200)
  })

  test('takes an uploaded picture as logo or icon, in any of its widths, and no other', async () => {
    const sent = await upload(admin.id, await aPicture({ width: 700 }).png().toBuffer(), 'image/png')
    const { id, url, height } = (await sent.json()) as Upload
    const narrow = uploadVariants({ id, width: 700, height })[0]?.url
    expect((await change({ logo: url, icon: narrow })).status).toBe(200)
    for (const [field, wrong] of [
      ['logo', `/uploads/${'0'.repeat(32)}-700x${height}.webp`],
      ['icon', `/uploads/${id}-701x${height}.webp`],
    ] as const) {
      const refused = await change({ [field]: wrong, version: 1 })
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({ fields: { [field]: expect.stringContaining('not there') } })
    }
    expect(await shown()).toMatchObject({ logo: url, icon: narrow })
  })

  test('is for administrators only', async () => {
    const body = { version: 0, name: 'Mine' }
    expect((await send('PUT', '/dashboard/settings', { body })).status).toBe(401)
    const author = await anAuthor()
    expect((await send('PUT', '/dashboard/settings', { as: author.id, body })).status).toBe(403)
    expect((await get('/dashboard/settings')).status).toBe(401)
    expect((await get('/dashboard/settings', { as: author.id })).status).toBe(403)
    expect(await shown()).toMatchObject({ name: 'Bytewise' })
  })
})

describe('an added category', () => {
  const categories = [{ slug: 'poems', name: 'Poems', sentence: 'A page each.' }]

  test('takes stories, names itself on them, and is counted', async () => {
    await change({ categories })
    const by = await anAuthor()
    const written = await send('POST', '/contents', {
      as: by.id,
      body: { title: 'Lamp', content: '<p>Light.</p>', category: 'poems', isDraft: false },
    })
    expect(written.status).toBe(200)
    const { slug } = (await written.json()) as { slug: string }
    expect(await (await get(`/contents/${slug}`)).json()).toMatchObject({ category: 'poems', category_tag: 'Poems' })
    expect((await onDesk()).used_categories).toEqual([{ slug: 'poems', stories: 1, subscribers: 0 }])
  })

  test('that is removed keeps its stories, which take no further ones along', async () => {
    await change({ categories })
    const by = await anAuthor()
    const { id, slug } = await aStory({ by, category: 'poems' })
    await change({ categories: [], version: 1 })
    expect(await (await get(`/contents/${slug}`)).json()).toMatchObject({ category: 'poems', category_tag: null })
    expect((await send('PUT', `/contents/${id}`, { as: by.id, body: { title: 'Light' } })).status).toBe(200)
    const body = { title: 'Lamp', content: '<p>Light.</p>', category: 'poems' }
    expect((await send('POST', '/contents', { as: by.id, body })).status).toBe(400)
  })
})

test('GET /site is the same for all, with the categories in the order of pages', async () => {
  await change({ categories: [{ slug: 'poems', name: 'Poems', sentence: '' }] })
  const answer = await get('/site')
  expect(answer.headers.get('cache-tag')).toBe(tags.site)
  const { categories } = (await answer.json()) as Site
  expect(categories.map(({ name }) => name)).toEqual([
    ...['Book summaries', 'Technology', 'Book essays', 'Fiction'],
    ...['Poems', 'Notes'],
  ])
})
