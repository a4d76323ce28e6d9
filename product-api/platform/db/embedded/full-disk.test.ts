import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { type Child, ready, run, temporaryFolder } from '#testing/children.ts'

const disks: string[] = []
// Before the folder that they are in goes.
afterAll(() => {
  for (const disk of disks) execFileSync('umount', ['-l', disk])
})
const folder = temporaryFolder()

/** A disk of its own, in memory; undefined if this account may not mount one. */
function openDisk(name: string, megabytes: number): string | undefined {
  const disk = path.join(folder, name)
  mkdirSync(disk)
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk])
  if (status !== 0) return undefined
  disks.push(disk)
  return disk
}
const [tiny, small] = [openDisk('tiny', 6), openDisk('small', 100)]
const testWithDisks = tiny && small ? test : test.skip

function start(dataDir: string): Child {
  const settings = { PRODUCT_API_PORT: '0', SEED: 'off', LOG_LEVEL: 'warn', DATA_DIR: dataDir }
  const env = { NODE_ENV: 'test' as const, PATH: process.env.PATH, ...settings }
  return run('product-api/main.ts', [], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
}

function fill(file: string): void {
  const filler = openSync(file, 'w')
  try {
    for (;;) writeSync(filler, Buffer.alloc(64 * 1024))
  } catch (fault) {
    expect(fault).toMatchObject({ code: 'ENOSPC' })
  } finally {
    closeSync(filler)
  }
}

testWithDisks('without room for a database it is one sentence', async () => {
  const dataDir = path.join(tiny ?? '', 'data')
  expect(await start(dataDir).ended).toMatchObject({
    code: 1,
    stderr: `The data folder ${dataDir}/database can't be used: the disk is full\n`,
  })
})

testWithDisks('a disk that fills up refuses what has no room for now, and all goes on once there is some', async () => {
  const dataDir = path.join(small ?? '', 'data')
  const child = start(dataDir)
  const { address } = await ready(child)
  let count = 0
  const signUp = async () => {
    count++
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${count}` }
    const body = JSON.stringify({ name: 'Ada', email: `ada-${count}@example.com`, password: 'horse battery staple' })
    const response = await fetch(`${address}/users/signup`, { method: 'POST', headers, body })
    await response.arrayBuffer()
    return response
  }
  expect((await signUp()).status).toBe(200)
  fill(path.join(small ?? '', 'filler'))
  let last = await signUp()
  while (last.status === 200 && count < 150) last = await signUp()
  expect(last.status).toBe(503)
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await fetch(`${address}/contents`)).status).toBe(200)

  rmSync(path.join(small ?? '', 'filler'))
  expect((await signUp()).status).toBe(200)
  child.process.kill('SIGTERM')
  const { code, stdout } = await child.ended
  expect(code).toBe(0)
  expect(stdout).toContain('No space left')
  expect(stdout).not.toContain('[object Object]')
  expect(readdirSync(path.join(dataDir, 'outbox')).filter((name) => name.endsWith('.part'))).toEqual([])
})
