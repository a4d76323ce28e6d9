import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const migrations = 'product-api/platform/db/migrations'

/**
 * Runs the product API's tests of the version before the newest migration on today's schema, as its programs meet it
 * while nodes are upgraded one after the other.
 * @param databaseUrl a PostgreSQL server where databases may be made.
 * @throws Error if this is no clone with its history.
 */
export function testPreviousVersion(databaseUrl: string): boolean {
  const { folder, version } = unpackPreviousVersion()
  try {
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
    rmSync(path.join(folder, migrations), { recursive: true })
    cpSync(migrations, path.join(folder, migrations), { recursive: true })
    console.log(`The tests of ${version.slice(0, 8)} on today's schema:`)
    const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', 'product-api on native PostgreSQL']
    const env = { ...process.env, TEST_DATABASE_URL: databaseUrl }
    return spawnSync(process.execPath, jest, { cwd: folder, stdio: 'inherit', env }).status === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The code of the version before the newest migration, in a folder of its own, without packages and not built. */
export function unpackPreviousVersion(): { folder: string; version: string } {
  const [newest] = git('log', '--diff-filter=A', '--format=%H', '-1', '--', `${migrations}/*.sql`).split('\n')
  if (!newest) throw new Error('The version before is found in the history, which this clone does not have')
  const version = git('rev-parse', `${newest}^`).trim()
  const folder = mkdtempSync(path.join(tmpdir(), 'bytewise-previous-version-'))
  const files = execFileSync('git', ['archive', version], { maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['x', '-C', folder], { input: files })
  return { folder, version }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' })
}
