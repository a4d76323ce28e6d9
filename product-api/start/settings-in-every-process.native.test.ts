import type { SettingsOnDesk } from '#contract/site.ts'
import { createLogger } from '#platform/log.ts'
import { send, withApi } from '#testing/api.ts'
import { temporaryFolder } from '#testing/children.ts'
import { connectionOf } from '#testing/databases.ts'
import { anAdmin } from '#testing/factories.ts'
import { eventually } from '#testing/run-worker.ts'
import { readEnv } from './env.ts'
import { type OpenProduct, openProduct } from './open-product.ts'

withApi()

const logger = createLogger('silent')
const folder = temporaryFolder()
const opened: OpenProduct[] = []
/** A worker or a product API on the same database, as another process opens it. */
async function anotherProcess(settings: Record<string, string> = {}): Promise<OpenProduct> {
  const { connectionString = '' } = connectionOf('native')
  const env = readEnv({ DATABASE_URL: connectionString, DATA_DIR: folder, SEED: 'off', ...settings })
  const product = await openProduct(env, logger, { works: false })
  opened.push(product)
  return product
}
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close()
})

async function change(body: object): Promise<SettingsOnDesk> {
  const { id } = await anAdmin()
  const answer = await send('PUT', '/dashboard/settings', { as: id, body: { version: 0, ...body } })
  expect(answer.status).toBe(200)
  return (await answer.json()) as SettingsOnDesk
}

test('another process has a new name, a new category and a new sender', async () => {
  const { context } = await anotherProcess()
  expect(context.newsletters.from).toEqual({ name: 'Bytewise', address: 'hello@bytewise.example' })
  const categories = [{ slug: 'poems', name: 'Poems', sentence: '' }]
  await change({ name: 'Night Shift', contact_email: 'us@night.example', categories })
  await eventually(() => context.productName === 'Night Shift')
  expect(context.categories.map(({ slug }) => slug)).toContain('poems')
  expect(context.newsletters.from).toEqual({ name: 'Night Shift', address: 'us@night.example' })
})

test('a process begins with the settings that are there, but for those of its environment', async () => {
  await change({ name: 'Night Shift', tagline: 'Read at work.' })
  const plain = await anotherProcess()
  const named = await anotherProcess({ PRODUCT_NAME: 'Day Shift', MAIL_FROM: 'Desk <desk@day.example>' })
  expect(plain.context.site.now).toMatchObject({ name: 'Night Shift', tagline: 'Read at work.' })
  expect(named.context.site.now).toMatchObject({ name: 'Day Shift', tagline: 'Read at work.' })
  expect(named.context.newsletters.from).toEqual({ name: 'Desk', address: 'desk@day.example' })
})
