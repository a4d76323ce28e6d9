import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findServerPrograms, freePort } from '#testing/cluster.ts'
import { answers, type Killable, killable, until } from './processes.ts'

export type DatabaseNode = {
  name: string
  port: number
  /** Where Patroni says whether it is the primary. */
  statePort: number
  /** Kills Patroni and PostgreSQL, as if the machine had lost its power. */
  kill: () => void
  start: () => void
}

export type PatroniCluster = {
  nodes: [DatabaseNode, DatabaseNode]
  /** Three processes that agree which node is the primary, as long as two of them run. */
  etcds: readonly Killable[]
  /** The node that takes writes; undefined while there is none. */
  findPrimary: () => Promise<DatabaseNode | undefined>
  /** Resolves when there are a primary and a standby that has all its writes. */
  inStep: () => Promise<void>
  /** Makes the standby the primary, as before the maintenance of a machine. */
  switchOver: () => Promise<void>
  remove: () => Promise<void>
}

/** Two PostgreSQL servers under Patroni with etcd: a write is acknowledged when both have it. */
export async function openPatroni(): Promise<PatroniCluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bytewise-patroni-'))
  const user = postgresUser()
  chmodSync(folder, 0o755)
  chownSync(folder, user.uid, user.gid)
  const { etcds, addresses } = await startEtcds(folder)
  const nodes = await Promise.all(
    ['one', 'two'].map((name) => prepareNode(name, { folder, etcds: addresses, ...user })),
  )
  const [one, two] = nodes as [DatabaseNode, DatabaseNode]
  one.start()
  const state = (node: DatabaseNode, question: string) => answers(`http://127.0.0.1:${node.statePort}/${question}`)
  const findPrimary = async () => {
    for (const node of nodes) if (await state(node, 'primary')) return node
    return undefined
  }
  await until(async () => (await findPrimary()) !== undefined)
  two.start()
  const inStep = () =>
    until(async () => {
      const primary = await findPrimary()
      const other = nodes.find((node) => node !== primary)
      return primary !== undefined && other !== undefined && (await state(other, 'synchronous'))
    })
  return {
    nodes: [one, two],
    etcds,
    findPrimary,
    inStep,
    switchOver: async () => {
      const before = await findPrimary()
      const to = nodes.find((node) => node !== before)
      const body = JSON.stringify({ leader: before?.name, candidate: to?.name })
      const answer = await fetch(`http://127.0.0.1:${before?.statePort}/switchover`, { method: 'POST', body })
      if (!answer.ok) throw new Error(`Patroni answered ${answer.status}: ${await answer.text()}`)
    },
    remove: async () => {
      for (const node of nodes) node.kill()
      for (const etcd of etcds) await etcd.kill()
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

async function startEtcds(folder: string): Promise<{ etcds: Killable[]; addresses: string[] }> {
  const members: { name: string; client: string; peer: string }[] = []
  for (const name of ['first', 'second', 'third']) {
    const [client, peer] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`)
    members.push({ name, client: client ?? '', peer: peer ?? '' })
  }
  const all = members.map(({ name, peer }) => `${name}=${peer}`).join(',')
  const etcds = members.map(({ name, client, peer }) => {
    const options = [
      ...['--name', name, '--data-dir', path.join(folder, name), '--initial-cluster', all],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ]
    // It is well once there are two.
    return killable(
      () => spawn('etcd', options, { stdio: 'ignore' }),
      () => answers(`${client}/health`),
    )
  })
  await Promise.all(etcds.map(({ start }) => start()))
  return { etcds, addresses: members.map(({ client }) => client.replace('http://', '')) }
}

type Given = { folder: string; etcds: string[]; uid: number; gid: number }

async function prepareNode(name: string, { folder, etcds, uid, gid }: Given): Promise<DatabaseNode> {
  const [port, statePort] = [await freePort(), await freePort()]
  const file = path.join(folder, `${name}.yml`)
  const data = path.join(folder, name)
  writeFileSync(file, JSON.stringify(settingsOf({ name, port, statePort, etcds, data }), null, 2))
  let child: ChildProcess | undefined
  return {
    ...{ name, port, statePort },
    start: () => {
      const env = { ...process.env, HOME: folder }
      child = spawn('/usr/bin/patroni', [file], { uid, gid, env, cwd: folder, stdio: 'ignore' })
    },
    kill: () => {
      if (!child?.pid) return
      // The processes of PostgreSQL name its folder, or come to their end without the first of them.
      const of = spawnSync('pgrep', ['-f', data], { encoding: 'utf8' }).stdout.match(/\d+/g) ?? []
      for (const pid of [child.pid, ...of.map(Number)]) {
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          // It has ended by itself.
        }
      }
      child = undefined
    },
  }
}

/** Settings of Patroni; JSON is YAML. */
function settingsOf({ name, port, statePort, etcds, data }: Record<'name' | 'data', string> & Record<string, unknown>) {
  const address = `127.0.0.1:${port}`
  return {
    scope: 'bytewise',
    name,
    restapi: { listen: `127.0.0.1:${statePort}`, connect_address: `127.0.0.1:${statePort}` },
    etcd3: { hosts: etcds },
    bootstrap: {
      dcs: {
        // The shortest that it allows: a primary that says nothing for so long is replaced.
        ...{ ttl: 20, loop_wait: 2, retry_timeout: 3, synchronous_mode: true },
        // Without etcd the primary stays one as long as all others say that they know it.
        failsafe_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      ...{ listen: address, connect_address: address, data_dir: data, bin_dir: findServerPrograms() },
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'postgres' } },
      parameters: { unix_socket_directories: '' },
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
  }
}

function postgresUser(): { uid: number; gid: number } {
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout),
  )
  if (!uid || !gid) throw new Error('There is no user postgres')
  return { uid, gid }
}
