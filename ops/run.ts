import { execFileSync, spawnSync } from 'node:child_process'
import { findServerPrograms, openCluster } from '#testing/cluster.ts'
import { testVersionBefore } from './older-versions.ts'

/** `npm run test:ops [-- filter]`: every `*.test.ts` of this folder, then the tests of the version before. */
const filters = process.argv.slice(2)
/** Programs of the proofs, and the packages that they come in. */
const programs = {
  pgbouncer: 'pgbouncer',
  mmdebstrap: 'mmdebstrap',
  'systemd-nspawn': 'systemd-container',
  ...{ podman: 'podman', buildah: 'buildah', runc: 'runc', 'podman-compose': 'podman-compose' },
  // Networks of containers, which find each other by name, and their first process.
  ...{ iptables: 'iptables', '/usr/lib/podman/aardvark-dns': 'aardvark-dns', catatonit: 'catatonit' },
  '/usr/lib/podman/netavark': 'netavark',
  varnishd: 'varnish varnish-modules',
  ...{ patroni: 'patroni python3-psycopg2', etcd: 'etcd-server', haproxy: 'haproxy', 'redis-server': 'redis-server' },
}
const missing = Object.entries(programs).flatMap(([program, name]) => (isInstalled(program) ? [] : name.split(' ')))
install([...(findServerPrograms() ? [] : ['postgresql']), ...missing])
process.exit(proofsPass() && (filters.length > 0 || (await versionBeforePasses())) ? 0 : 1)

function proofsPass(): boolean {
  const env = { ...process.env, TEST_OPS: 'on' }
  // One after the other: they use the same ports.
  const jest = ['node_modules/jest/bin/jest.js', '--runInBand', ...filters]
  return spawnSync(process.execPath, jest, { stdio: 'inherit', env }).status === 0
}

async function versionBeforePasses(): Promise<boolean> {
  const cluster = await openCluster(findServerPrograms() ?? '')
  try {
    return testVersionBefore(cluster.url)
  } finally {
    await cluster.remove()
  }
}

function isInstalled(program: string): boolean {
  return spawnSync('which', [program]).status === 0
}

function install(packages: string[]): void {
  if (packages.length === 0) return
  if (process.getuid?.() !== 0) throw new Error(`Install these packages first: ${packages.join(' ')}`)
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  execFileSync('apt-get', ['update', '-qq'], options)
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
}
