import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Upload } from '#contract/uploads.ts'
import type { Context } from '#platform/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aProvenPerson, aPublication, aStory } from '#testing/factories.ts'
import { aPicture } from '#testing/pictures.ts'
import { keptFiles, removeKeptFiles, upload } from '#testing/uploads.ts'
import { forgetUnusedUploads } from './forget-unused-uploads.ts'
import { StorageUnavailable } from './storage.ts'
import { noteUploadUses } from './uploads.ts'

withApi()

const dayMs = 24 * 60 * 60 * 1_000
let colour = 0

async function anUpload(as: string, bytes?: Buffer): Promise<Upload> {
  colour += 7
  const given =
    bytes ??
    (await aPicture({ width: 700, colour: `rgb(${colour % 256}, 0, 0)` })
      .png()
      .toBuffer())
  const response = await upload(as, given, 'image/png')
  return (await response.json()) as Upload
}

/** Runs the daily job some days later. */
const forget = (days: number, change: Partial<Context> = {}) =>
  forgetUnusedUploads({ ...api().context, now: () => new Date(Date.now() + days * dayMs), ...change })
const isThere = async ({ url }: Upload) => (await get(url)).status === 200
const note = (contentId: string, html: string, image: string | null = null) =>
  transaction(api().context.db, (tx) => noteUploadUses(tx, contentId, html, image))

afterEach(removeKeptFiles)

test('deletes an unused picture and its files after a week; running twice changes nothing', async () => {
  const { id } = await anAuthor()
  const picture = await anUpload(id)
  await forget(6)
  expect(await isThere(picture)).toBe(true)
  await forget(8)
  await forget(8)
  expect(await isThere(picture)).toBe(false)
  expect(keptFiles()).toEqual([])
  const { rows } = await api().pool.query(
    'select (select count(*) from uploads) + (select count(*) from upload_files) as n',
  )
  expect(Number(rows[0].n)).toBe(0)
})

test('keeps pictures that a story, a person or a publication uses', async () => {
  const by = await anAuthor()
  const [inText, narrow, asImage, ofPerson, ofPublication, unused] = (await Promise.all(
    Array.from({ length: 6 }, () => anUpload(by.id)),
  )) as [Upload, Upload, Upload, Upload, Upload, Upload]
  const story = await aStory({ by })
  const narrowUrl = narrow.url.replace('700x48', '480x33')
  const html = `<p><img src="http://localhost:3000${inText.url}"> <img src="${narrowUrl}"></p>`
  await note(story.id, html, asImage.url)
  await note(story.id, `${html}<img src="/uploads/${'0'.repeat(32)}-1x1.webp">`)
  await send('POST', '/users/update-profile', { as: by.id, body: { profileImage: ofPerson.url } })
  const { slug } = await aPublication({ by })
  await send('PUT', `/publications/${slug}`, { as: by.id, body: { image: ofPublication.url } })
  await forget(30)
  for (const picture of [inText, narrow, asImage, ofPerson, ofPublication]) expect(await isThere(picture)).toBe(true)
  expect(await isThere(unused)).toBe(false)
  await api().pool.query('delete from contents')
  await forget(30)
  expect(await isThere(inText)).toBe(false)
})

test('keeps pictures that a person or a publication uses by their absolute address', async () => {
  const by = await aProvenPerson()
  const [ofPerson, ofPublication] = (await Promise.all([anUpload(by.id), anUpload(by.id)])) as [Upload, Upload]
  const whole = ({ url }: Upload) => `${api().context.publicUrl}${url}`
  const answer = await send('POST', '/users/update-profile', { as: by.id, body: { profileImage: whole(ofPerson) } })
  expect(await answer.json()).toMatchObject({ profile_image: ofPerson.url })
  const image = whole(ofPublication)
  await send('POST', '/publications', { as: by.id, body: { name: 'Whole Addresses', image } })
  await forget(30)
  expect([await isThere(ofPerson), await isThere(ofPublication)]).toEqual([true, true])
})

test('keeps the logo and the icon of the site, until others replace them', async () => {
  const admin = await anAdmin()
  const [logo, icon, unused] = (await Promise.all([1, 2, 3].map(() => anUpload(admin.id)))) as [Upload, Upload, Upload]
  const change = (body: object) => send('PUT', '/dashboard/settings', { as: admin.id, body })
  expect((await change({ version: 0, logo: logo.url, icon: icon.url })).status).toBe(200)
  await forget(30)
  expect(await Promise.all([logo, icon, unused].map(isThere))).toEqual([true, true, false])
  await change({ version: 1, logo: icon.url, icon: null })
  await forget(30)
  expect(await Promise.all([logo, icon].map(isThere))).toEqual([false, true])
})

test('sending a picture again gives it another week', async () => {
  const { id } = await anAuthor()
  const bytes = await aPicture().png().toBuffer()
  const { context } = api()
  const picture = await anUpload(id, bytes)
  const now = context.now
  context.now = () => new Date(Date.now() + 6 * dayMs)
  try {
    await anUpload(id, bytes)
  } finally {
    context.now = now
  }
  await forget(8)
  expect(await isThere(picture)).toBe(true)
})

test('keeps a picture that is sent again while it is being deleted', async () => {
  const { id } = await anAuthor()
  const bytes = await aPicture().png().toBuffer()
  const before = await anUpload(id, bytes)
  const { storage, incoming } = api().context.files
  let sentAgain: Upload | undefined
  // The row is deleted already, the file is next.
  const slow = async (name: string) => {
    sentAgain ??= await anUpload(id, bytes)
    await storage.delete(name)
  }
  await forget(8, { files: { incoming, storage: { ...storage, delete: slow } } })
  expect(sentAgain).toEqual(before)
  expect(await isThere(before)).toBe(true)
})

test('retries a file that could not be deleted on the next run', async () => {
  const { id } = await anAuthor()
  await anUpload(id)
  const { storage, incoming } = api().context.files
  const away = async () => {
    throw new StorageUnavailable(new Error('cut off'))
  }
  await expect(forget(8, { files: { incoming, storage: { ...storage, delete: away } } })).rejects.toThrow(
    StorageUnavailable,
  )
  expect(keptFiles()).toHaveLength(2)
  await forget(8)
  expect(keptFiles()).toEqual([])
})

test('deletes files of interrupted uploads after a day', async () => {
  const { files } = api().context
  const name = `ab/${'ab'.repeat(16)}-000000000000`
  await files.storage.put(`${name}-480.webp`, Buffer.from('x'), 'image/webp')
  await api().pool.query(`insert into upload_files (name, width, created_at) values ($1, 700, now())`, [name])
  mkdirSync(files.incoming, { recursive: true })
  const [old, fresh] = ['old', 'fresh'].map((one) => path.join(files.incoming, one)) as [string, string]
  for (const file of [old, fresh]) writeFileSync(file, 'x')
  utimesSync(old, new Date(Date.now() - dayMs * 2), new Date(Date.now() - dayMs * 2))
  await forget(0)
  expect([keptFiles().length, existsSync(old), existsSync(fresh)]).toEqual([1, false, true])
  await forget(2)
  expect([keptFiles().length, existsSync(fresh)]).toEqual([0, false])
})
