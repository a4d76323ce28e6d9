import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { type Child, ready, run, temporaryFolder } from '#testing/children.ts'
import { openPrivateFolder } from '../private-folder.ts'
import { removeDeadFolders, socketName } from './data-folder.ts'

const folder = temporaryFolder()
const asRoot = process.getuid?.() === 0 ? test : test.skip

function openToOthers(root: string): string[] {
  const files = [root, ...globSync('**/*', { cwd: root }).map((name) => path.join(root, name))]
  return files.filter((file) => !lstatSync(file).isSymbolicLink() && lstatSync(file).mode & 0o077)
}

function start(dataDir: string): Child {
  const settings = { PRODUCT_API_PORT: '0', SEED: 'off', LOG_LEVEL: 'warn', DATA_DIR: dataDir }
  const env = { NODE_ENV: 'test' as const, PATH: process.env.PATH, ...settings }
  return run('product-api/main.ts', [], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
}

test('no other user can read a data folder: a new one, one in use, and one that was public', async () => {
  const dataDir = path.join(folder, 'data')
  for (const round of ['new', 'wide open']) {
    const child = start(dataDir)
    const { address } = await ready(child)
    await fetch(`${address}/users/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Ada',
        email: `${round}@example.com`.replace(' ', '-'),
        password: 'horse battery staple',
      }),
    })
    expect(openToOthers(dataDir)).toEqual([])
    const socketFolder = readFileSync(path.join(dataDir, 'database.socket'), 'utf8').trim()
    expect(lstatSync(socketFolder).mode & 0o777).toBe(0o700)
    child.process.kill('SIGTERM')
    await child.ended
    expect(openToOthers(dataDir)).toEqual([])
    expect(existsSync(socketFolder)).toBe(false)
    for (const file of [dataDir, ...globSync('**/*', { cwd: dataDir }).map((name) => path.join(dataDir, name))]) {
      chmodSync(file, 0o777)
    }
  }
})

describe('a data folder', () => {
  test('does not touch other files in it', () => {
    const shared = path.join(folder, 'shared')
    mkdirSync(path.join(shared, 'outbox'), { recursive: true })
    writeFileSync(path.join(shared, 'notes.txt'), 'mine')
    chmodSync(path.join(shared, 'notes.txt'), 0o644)
    chmodSync(path.join(shared, 'outbox'), 0o755)
    openPrivateFolder(shared)
    expect(openToOthers(shared)).toEqual([path.join(shared, 'notes.txt')])
  })

  test('is refused if everyone shares it', () => {
    const shared = path.join(folder, 'like-tmp')
    mkdirSync(shared)
    chmodSync(shared, 0o1777)
    expect(() => openPrivateFolder(shared)).toThrow(
      `The data folder ${shared} is shared by everybody: set DATA_DIR to one of its own`,
    )
  })

  asRoot('is refused with a sentence where it belongs to somebody else and is open', async () => {
    const foreign = mkdtempSync('/tmp/bytewise-test-foreign-')
    chmodSync(foreign, 0o777)
    // It becomes somebody else once it is loaded: others need not be able to read where we are.
    const script = `import { openPrivateFolder } from ${JSON.stringify(path.join(import.meta.dirname, '../private-folder.ts'))}
      process.setgid(65534)
      process.setuid(65534)
      try { openPrivateFolder(${JSON.stringify(foreign)}) } catch (fault) { console.log(fault.message) }`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script])
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
    })
    await once(child, 'close')
    rmSync(foreign, { recursive: true })
    expect(said).toMatch(
      /^Other accounts of this machine can read or change \/tmp\/bytewise-test-foreign-\w+, and it is not/,
    )
  })
})

describe('folders of sockets', () => {
  const old = new Date(Date.now() - 120_000)
  async function leave(name: string, { listens, more }: { listens: boolean; more?: string }) {
    const left = path.join(folder, 'tmp', name)
    mkdirSync(left, { recursive: true })
    const script = `require('net').createServer().listen(${JSON.stringify(path.join(left, socketName))}, () => console.log('ready'))`
    const server = spawn(process.execPath, ['-e', script])
    await once(server.stdout, 'data')
    if (more) writeFileSync(path.join(left, more), '')
    utimesSync(left, old, old)
    if (listens) return { left, end: () => server.kill('SIGKILL') }
    server.kill('SIGKILL')
    await once(server, 'exit')
    return { left, end: () => true }
  }

  test('of killed processes are deleted; those in use, and similar folders, stay', async () => {
    const dead = await leave('bytewise-abcDEF', { listens: false })
    const used = await leave('bytewise-abcDE1', { listens: true })
    const fuller = await leave('bytewise-abcDE2', { listens: false, more: 'thesis.txt' })
    const longer = await leave('bytewise-test-1', { listens: false })
    const young = await leave('bytewise-abcDE3', { listens: false })
    utimesSync(young.left, new Date(), new Date())
    await removeDeadFolders(path.join(folder, 'tmp'))
    const stays = [used, fuller, longer, young]
    expect(stays.map(({ left }) => existsSync(left))).toEqual([true, true, true, true])
    expect(existsSync(dead.left)).toBe(false)
    used.end()
  })
})
