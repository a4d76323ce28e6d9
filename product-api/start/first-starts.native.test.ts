import { ready, run, temporaryFolder } from '#testing/children.ts'
import { queryOnce } from '#testing/databases.ts'

const folder = temporaryFolder()
const server = process.env.TEST_DATABASE_URL ?? ''
const name = `bytewise_first_starts_${process.pid}`
const own = new URL(server || 'postgres://localhost')
own.pathname = `/${name}`

beforeAll(() => queryOnce(server, `create database ${name}`))
afterAll(() => queryOnce(server, `drop database ${name} with (force)`))

test('of three processes that start on one empty database, one fills it', async () => {
  const children = Array.from({ length: 3 }, () =>
    run('product-api/main.ts', [], {
      env: {
        ...{ NODE_ENV: 'test', PATH: process.env.PATH, PRODUCT_API_PORT: '0', LOG_LEVEL: 'error' },
        ...{ DATABASE_URL: own.href, DATA_DIR: folder, NARRATE_STORIES: 'off' },
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    }),
  )
  const started = await Promise.all(children.map((child) => ready(child)))
  expect(started.filter(({ admin }) => admin.created)).toHaveLength(1)
  const [first] = started
  expect(started.map(({ stories }) => stories)).toEqual([first?.stories, first?.stories, first?.stories])
  const rows = await queryOnce(
    own.href,
    'select count(*)::int as stories, count(distinct slug)::int as slugs from contents',
  )
  expect(rows).toEqual([{ stories: first?.stories, slugs: first?.stories }])
  for (const { process: child } of children) child.kill('SIGTERM')
  for (const { ended } of children) expect(await ended).toMatchObject({ code: 0, stderr: '' })
})
