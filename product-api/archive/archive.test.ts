import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { withClient } from '#platform/db/client.ts'
import { listMigrations, migrate } from '#platform/db/migrate.ts'
import { transaction } from '#platform/db/transaction.ts'
import { api, withApi } from '#testing/api.ts'
import {
  aFullStore,
  anEmptyStore,
  archive,
  archivePath,
  asRestored,
  differences,
  passwordHash,
  restore,
  testKey,
  unzip,
} from '#testing/archives.ts'
import { aStory } from '#testing/factories.ts'
import { aPicture } from '#testing/pictures.ts'
import { removeKeptFiles, upload } from '#testing/uploads.ts'
import { openKey } from './encryption.ts'
import { listParts } from './tables.ts'

withApi()
afterEach(removeKeptFiles)

test('secrets are encrypted, and an export has none', async () => {
  const { token } = await aFullStore()
  const [session] = (await api().pool.query<{ token_hash: string }>('select token_hash from sessions')).rows
  const secrets = [passwordHash, 'what-signs-links', 'the secret of the cookies', session?.token_hash ?? '', token]
  const backup = await archive()
  const exported = await archive({ secrets: false })
  expect(backup.manifest.key).toBe(openKey(testKey).id)
  expect(exported.manifest.key).toBeNull()
  for (const { file } of [backup, exported]) {
    for (const [name, content] of await unzip(file)) {
      for (const secret of secrets) expect({ name, has: content.includes(secret) }).toEqual({ name, has: false })
    }
  }
  expect([...(await unzip(exported.file)).keys()].filter((name) => name.startsWith('secrets/'))).toEqual([])

  const store = await anEmptyStore()
  expect(await restore(exported.file, store)).toMatchObject({ secretSettings: {} })
  const { rows } = await store.database.pool.query(
    'select (select count(*)::int from users) as users, (select count(*)::int from users where password_hash is not null) as passwords, (select count(*)::int from sessions) as sessions, (select min(length(secret)) from sends) as secret',
  )
  expect(rows[0]).toEqual({ users: 3, passwords: 0, sessions: 0, secret: 64 })
})

test('every column with a secret name is known as one, or as none', async () => {
  const open = new Set([
    // Addresses in emails and feeds, without which those that were sent lead nowhere; public keys; sums of public things.
    ...['contents.draft_key', 'passkeys.public_key', 'send_editions.key', 'sends.key', 'story_reports.client_hash'],
  ])
  const store = await anEmptyStore()
  const parts = await asRestored(store, listParts)
  const suspicious = parts
    .filter(({ isSecret }) => !isSecret)
    .flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`))
    .filter((name) => /\..*(hash|secret|token|password|key|challenge)/.test(name) && !open.has(name))
  expect(suspicious).toEqual([])
  const secret = parts.filter(({ isSecret }) => isSecret).map(({ table, columns }) => [table, columns.length > 0])
  expect(Object.fromEntries(secret)).toEqual({
    account_tokens: true,
    invitations: true,
    kept_secrets: true,
    sends: true,
    sessions: true,
    users: true,
  })
})

test('newsletters under way wait for an administrator, other work goes on, emails are not sent again', async () => {
  const { by, reader } = await aFullStore()
  const { context, pool } = api()
  const { rows: sends } = await pool.query<{ id: string }>(
    "update sends set state = 'sending', ended_at = null returning id",
  )
  await transaction(context.db, async (tx) => {
    await context.queue.enqueue(tx, 'send-welcome', { userId: reader.id })
    await context.queue.enqueue(tx, 'rename-author', { userId: by.id, from: 'Somebody' })
  })
  const { file, manifest } = await archive()
  expect(manifest.jobs.rows).toBe(1)
  const store = await anEmptyStore()
  expect(await restore(file, store)).toMatchObject({ heldSends: sends.length })
  const states = await store.database.pool.query('select distinct state, paused_by from sends')
  expect(states.rows).toEqual([{ state: 'paused', paused_by: 'operator' }])
  const jobs = await store.database.pool.query("select data from pgboss.job where state = 'created'")
  expect(jobs.rows).toEqual([{ data: { job: 'rename-author', payload: { userId: by.id, from: 'Somebody' } } }])
})

test('an archive of an earlier version is migrated', async () => {
  const former = await anEmptyStore()
  await withClient(await former.database.connect(), async (client) => {
    await client.query('drop schema public cascade; create schema public')
    const names = listMigrations().map(({ name }) => name)
    const session = {
      exec: (sql: string) => client.query(sql),
      query: (sql: string, params?: unknown[]) => client.query(sql, params),
    }
    await migrate(session, { only: new Set(names.filter((name) => name < '0034')) })
    await client.query(`
      insert into users (id, name, email, created_at, updated_at)
      values ('01890000-0000-7000-8000-000000000001', 'Marthe', 'marthe@example.com', now(), now());
      insert into contents (id, slug, title, content, content_text, category, author_id, is_draft, published_at, created_at, updated_at)
      values ('01890000-0000-7000-8000-000000000002', 'an-old-story', 'An old story', '<p>Lighthouses.</p>', 'Lighthouses.',
              'fiction', '01890000-0000-7000-8000-000000000001', false, now(), now(), now());
      insert into content_slugs (slug, content_id, created_at) select slug, id, created_at from contents`)
  })
  const { file, manifest } = await archive({ database: former.database })
  expect(manifest.parts.find(({ table }) => table === 'users')?.columns).not.toContain('monthly_figures_until')
  const store = await anEmptyStore()
  await restore(file, store)
  expect(await differences(store, manifest, true)).toEqual([])
  const { rows } = await store.database.pool.query(
    'select title, word, users.monthly_figures_until from contents join users on users.id = author_id, search_words order by word',
  )
  expect(rows[0]).toMatchObject({ title: 'An old story', monthly_figures_until: null })
  expect(rows.map(({ word }) => word)).toContain('lighthouses')
})

test('a store that is not empty is left as it is', async () => {
  await aFullStore()
  const { file } = await archive()
  const store = await anEmptyStore()
  await restore(file, store)
  await expect(restore(file, store)).rejects.toThrow(
    'The store is not empty (3 accounts, 2 stories, 1 subscribers): set DATA_DIR or DATABASE_URL to an empty one',
  )
})

test('an archive shows every story without us', async () => {
  const { by, url } = await aFullStore()
  const { slug } = await aStory({
    by,
    title: 'Another',
    content: '<p><a href="/article/a-lamp-its-light">A link</a> <a href="/about-us">About</a></p>',
  })
  const pages = await unzip((await archive()).file)
  const index = pages.get('index.html')?.toString() ?? ''
  expect(index).toContain('<a href="stories/a-lamp-its-light.html">A lamp &amp; its &lt;light&gt;</a>')
  expect(index).not.toContain('A draft')
  const story = pages.get('stories/a-lamp-its-light.html')?.toString() ?? ''
  expect(story).toContain('<p>With “quotes” and a \\ .</p>')
  const [, picture = ''] = /<img src="\.\.\/(files\/[0-9a-f]{64}\.webp)" alt="A lamp"/.exec(story) ?? []
  expect(pages.has(picture)).toBe(true)
  expect(url).toMatch(/^\/uploads/)
  expect(pages.get(`stories/${slug}.html`)?.toString()).toContain(
    '<a href="a-lamp-its-light.html">A link</a> <a href="http://localhost:3000/about-us">',
  )
})

describe('an archive that was interrupted', () => {
  /** A storage that counts what is read, and fails after some files. */
  const aStorage = (most = Number.POSITIVE_INFINITY) => {
    const { storage } = api().context.files
    const read: string[] = []
    const get: typeof storage.get = async (name) => {
      if (read.length >= most) throw new Error('the storage is away')
      read.push(name)
      return storage.get(name)
    }
    return { read, storage: { ...storage, get } }
  }
  const withPictures = async (count: number) => {
    const { by, url } = await aFullStore()
    for (let nr = 0; nr < count; nr++) {
      await upload(
        by.id,
        await aPicture({ colour: `#${(0x100000 + nr * 4_099).toString(16)}` })
          .jpeg()
          .toBuffer(),
      )
    }
    return url
  }

  test('is never there under its name, and goes on after the files that it has', async () => {
    await withPictures(5)
    const file = archivePath()
    const first = aStorage(3)
    await expect(archive({ file, storage: first.storage })).rejects.toThrow('the storage is away')
    expect(readdirSync(path.dirname(file)).filter((name) => name.endsWith('.zip'))).toEqual([])
    const second = aStorage()
    const { manifest } = await archive({ file, storage: second.storage })
    expect(second.read).toHaveLength(6 - 3)
    expect(readdirSync(path.dirname(file))).toEqual(['archive.zip'])
    const whole = await archive()
    expect({ ...manifest, made: undefined }).toEqual({ ...whole.manifest, made: undefined })
    expect([...(await unzip(file)).keys()].sort()).toEqual([...(await unzip(whole.file)).keys()].sort())
  })

  test('begins anew if its file was lost, and leaves out what was deleted meanwhile', async () => {
    const url = await withPictures(3)
    const file = archivePath()
    await expect(archive({ file, storage: aStorage(3).storage })).rejects.toThrow()
    rmSync(path.join(path.dirname(file), '.archive.unfinished'))
    const again = aStorage(4)
    await expect(archive({ file, storage: { ...again.storage, get: again.storage.get } })).resolves.toBeDefined()
    expect(again.read).toHaveLength(4)

    const other = archivePath()
    await expect(archive({ file: other, storage: aStorage(3).storage })).rejects.toThrow()
    await api().pool.query(
      'delete from upload_uses; delete from uploads where id <> $1'.replace('$1', `'${url.slice(9, 41)}'`),
    )
    const { manifest } = await archive({ file: other })
    expect(manifest.files).toMatchObject({ rows: 1, missing: [] })
    expect([...(await unzip(other)).keys()].filter((name) => name.startsWith('files/'))).toHaveLength(1)
  })

  test('is not written by two at once', async () => {
    await withPictures(1)
    const file = archivePath()
    const { storage } = aStorage()
    const slow = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const get: typeof storage.get = async (name) => {
      reached.resolve()
      await slow.promise
      return storage.get(name)
    }
    const first = archive({ file, storage: { ...storage, get } })
    await reached.promise
    await expect(archive({ file })).rejects.toThrow(
      /^Another process is writing an archive there \(.*\): wait for it, or choose another folder$/,
    )
    slow.resolve()
    await first
    await archive({ file })
  })
})

test('a file that the storage has lost is named', async () => {
  const { url } = await aFullStore()
  removeKeptFiles()
  const { file, manifest } = await archive()
  expect(manifest.files).toMatchObject({ rows: 0, missing: [expect.stringContaining(url.slice(9, 41))] })
  await restore(file, await anEmptyStore())
})

test('a thousand stories are listed on several pages', async () => {
  const { by } = await aFullStore()
  await api().pool.query(
    `insert into contents (id, slug, title, content, content_text, category, author_id, is_draft, published_at, created_at, updated_at)
     select gen_random_uuid(), 'story-' || nr, 'Story ' || nr, '', '', 'fiction', $1, false, '2020-01-01', now(), now()
     from generate_series(1, 2100) as nr`,
    [by.id],
  )
  const { file, manifest } = await archive()
  expect(manifest.stories).toBe(2_101)
  const pages = await unzip(file)
  const lists = ['index.html', 'index-2.html', 'index-3.html'].map((name) => pages.get(name)?.toString() ?? '')
  expect(lists.map((html) => html.match(/<li>/g)?.length)).toEqual([1_000, 1_000, 101])
  expect(lists[0]).toContain('2,101 published stories, page 1 of 3, the newest first.')
  expect(lists[1]).toContain('<a href="index.html">Newer stories</a> · <a href="index-3.html">Older stories</a>')
})
