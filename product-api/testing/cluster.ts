import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** How a server stops: it disconnects its clients, it aborts immediately, or its postmaster is killed. */
export type Departure = 'fast' | 'immediate' | 'kill'

export type Cluster = {
  url: string
  stop: (how: Departure) => Promise<void>
  start: () => Promise<void>
  /** Makes a standby of this server, with a copy of its data. */
  addStandby: () => Promise<Cluster>
  /** Makes a standby the primary. */
  promote: () => Promise<void>
  /** Starts this server, which has been stopped, as a standby of another one that was its own. */
  follow: (primary: Cluster) => Promise<void>
  remove: () => Promise<void>
}

/** The folder of PostgreSQL's server programs; undefined if they are not installed. */
export function findServerPrograms(): string | undefined {
  const said = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const installed = '/usr/lib/postgresql'
  const versions = existsSync(installed) ? readdirSync(installed).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [said.stdout?.trim() ?? '', ...versions.map((version) => path.join(installed, version, 'bin'))]
  return folders.find((folder) => folder && existsSync(path.join(folder, 'initdb')))
}

/** A separate PostgreSQL server, which a test may stop and kill. */
export async function openCluster(programs: string): Promise<Cluster> {
  return openServer(programs, (server) =>
    server.run('initdb', ['-D', server.data, '-U', 'postgres', '-A', 'trust', '-N']),
  )
}

type Server = { data: string; run: (name: string, args: string[]) => Promise<void> }

/** `fill`: makes the data of the server, which is then started. */
async function openServer(programs: string, fill: (server: Server) => Promise<void>): Promise<Cluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bytewise-test-cluster-'))
  const data = path.join(folder, 'data')
  const log = path.join(folder, 'log')
  const user = serverUser()
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const options = { ...user, cwd: folder, stdio: 'ignore' } as const
  const port = await freePort()
  const run = async (name: string, args: string[]) => {
    const [code] = await once(spawn(path.join(programs, name), args, options), 'exit')
    const said = existsSync(log) ? readFileSync(log, 'utf8') : ''
    if (code !== 0) throw new Error(`${name} ${args.join(' ')} ended with code ${code}\n${said}`)
  }
  const note = path.join(data, 'postmaster.pid')
  const control = (...args: string[]) => run('pg_ctl', ['-D', data, '-w', ...args])
  // The machine itself does not crash, so a killed server's writes survive without fsync, which would take seconds.
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`
  const start = () => control('start', '-l', log, '-o', settings)
  await fill({ data, run })
  await start()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  return {
    url,
    start,
    stop: async (how) => {
      if (how !== 'kill') return control('stop', '-m', how)
      await killAndWait(Number(readFileSync(note, 'utf8').split('\n')[0]))
      // Until the killed process is reaped, its pid seems to be in use, and the next server would refuse to start.
      rmSync(note)
    },
    addStandby: () =>
      openServer(programs, (server) => server.run('pg_basebackup', ['-D', server.data, '-d', url, '-R', '-c', 'fast'])),
    promote: () => control('promote'),
    follow: async (primary) => {
      appendFileSync(path.join(data, 'postgresql.auto.conf'), `primary_conninfo = '${primary.url}'\n`)
      writeFileSync(path.join(data, 'standby.signal'), '')
      await start()
    },
    remove: async () => {
      await control('stop', '-m', 'immediate').catch(() => undefined)
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

/** PostgreSQL refuses to run as root. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim())
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody')
}

/** Also waits for the postmaster's children: only then can another server use the folder. */
async function killAndWait(pid: number): Promise<void> {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).match(/\d+/g) ?? []
  process.kill(pid, 'SIGKILL')
  while ([pid, ...children.map(Number)].some(runs)) await new Promise((resolve) => setTimeout(resolve, 5))
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // A zombie stays in the process list.
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return existsSync(`/proc/${pid}`)
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
