import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const migrations = 'product-api/platform/db/migrations'
const emptyTables = 'product-api/testing/empty-tables.ts'

/** The version of 21 November 2026: the oldest one from which an upgrade is proved. */
export const oldestVersion = '47b960635b36c6a5360ce7c1d1c525e8468819ff'

/**
 * The last version of the day before the newest migration. Those of one day were made together: until the day is over,
 * one of them may still be changed, and no site has them.
 * @throws Error if this is no clone with its history.
 */
export function versionBefore(): string {
  const [newest] = git('log', '--diff-filter=A', '--format=%cs', '-1', '--', `${migrations}/*.sql`).split('\n')
  const version = newest && git('rev-list', '-1', `--before=${newest}T00:00:00Z`, 'HEAD').trim()
  if (!version) throw new Error('The version before is found in the history, which this clone does not have')
  return version
}

/** The code of a version in a new folder, without packages and not built. */
function unpackVersion(version: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'bytewise-older-version-'))
  const files = execFileSync('git', ['archive', version], { maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['x', '-C', folder], { input: files })
  return folder
}

/** A version with its packages and its build, ready to be started. @returns its folder. */
export function buildVersion(version: string): string {
  const folder = unpackVersion(version)
  const options = { cwd: folder, stdio: 'ignore' } as const
  execFileSync('npm', ['ci', '--omit=dev'], options)
  execFileSync('npm', ['run', 'build'], options)
  return folder
}

/**
 * Runs the product API's tests of the version before on today's schema, as its programs meet it while nodes are upgraded
 * one after the other.
 * @param databaseUrl a PostgreSQL server where databases may be made.
 */
export function testVersionBefore(databaseUrl: string): boolean {
  const version = versionBefore()
  const folder = unpackVersion(version)
  try {
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
    rmSync(path.join(folder, migrations), { recursive: true })
    cpSync(migrations, path.join(folder, migrations), { recursive: true })
    // Rows of tables that are new would keep its tests from emptying those that they know.
    cpSync(emptyTables, path.join(folder, emptyTables))
    console.log(`The tests of ${version.slice(0, 8)} on today's schema:`)
    const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', 'product-api on native PostgreSQL']
    const env = { ...process.env, TEST_DATABASE_URL: databaseUrl }
    return spawnSync(process.execPath, jest, { cwd: folder, stdio: 'inherit', env }).status === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' })
}
