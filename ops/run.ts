import { execFileSync, spawnSync } from 'node:child_process'
import { findServer } from '#testing/find-server.ts'
import { testPreviousVersion } from './previous-version.ts'

/** `npm run test:ops [-- filter]`: every `*.test.ts` of this folder, then the tests of the version before. */
const filters = process.argv.slice(2)
const env = { ...process.env, TEST_OPS: 'on', TEST_DATABASE_URL: process.env.TEST_DATABASE_URL ?? (await findServer()) }

install({ pgbouncer: 'pgbouncer' })
const proofs = spawnSync(process.execPath, ['node_modules/jest/bin/jest.js', ...filters], { stdio: 'inherit', env })
if (proofs.status !== 0) process.exit(1)
if (filters.length === 0) process.exit(testPreviousVersion(env) ? 0 : 1)

/** Installs what is missing. `programs`: each one's Debian package. */
function install(programs: Record<string, string>): void {
  const missing = Object.entries(programs).filter(([program]) => spawnSync('which', [program]).status !== 0)
  if (missing.length === 0) return
  const packages = missing.map(([, name]) => name)
  if (process.getuid?.() !== 0) throw new Error(`Install these packages first: ${packages.join(' ')}`)
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  const quiet = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: 'inherit',
    env: quiet,
  })
}
