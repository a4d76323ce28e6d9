import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SystemState } from '#contract/system.ts'
import { expectAccessible } from './support/accessibility.ts'
import { admin, googleIssuer, siteFolder, siteUrl } from './support/address.ts'
import { expect, signIn, test } from './support/people.ts'
import { aPublishedStory } from './support/stories.ts'

const flags = ['--disable-warning=ExperimentalWarning', '--liftoff-only', '--import', './runtime/resolve-imports.ts']

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bytewise-backups-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command of the operator beside the site. @returns its exit code and what it says, without its progress. */
function run(script: string, ...args: string[]): Promise<{ code: number; said: string }> {
  return runWith({}, script, ...args)
}

function runWith(
  settings: Record<string, string>,
  script: string,
  ...args: string[]
): Promise<{ code: number; said: string }> {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    NODE_ENV: 'production' as const,
    ENV_FILE: 'off',
    DATA_DIR: `${siteFolder}/data`,
    ...settings,
  }
  return new Promise((resolve) => {
    const program = [...flags, `scripts/${script}.ts`]
    const child = execFile(process.execPath, [...program, ...args], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, said: stdout.trim() || (stderr.trim().split('\n').at(-1) ?? '') }),
    )
  })
}

test('makes a backup of the running site, proves it, and sees that on the desk', async ({ page, context }) => {
  test.slow()
  await signIn(context, admin)
  await aPublishedStory(context)
  await page.goto('/admin-dashboard/system')
  const row = page.getByRole('listitem').filter({ hasText: 'Backups' })
  const checkAgain = page.getByRole('button', { name: 'Check again' })
  const backup = await run('backup', '--to', folder)
  expect(backup).toMatchObject({ code: 0, said: expect.stringMatching(/\.zip: \d+ stories, .* with secrets/) })
  await checkAgain.click()
  const [name = ''] = readdirSync(folder)
  await expect(row).toContainText(name)

  const file = join(folder, name)
  expect(await run('restore', '--check', file)).toEqual({ code: 0, said: expect.stringMatching(/^restorable, \d+ s$/) })
  await checkAgain.click()
  await expect(row).toContainText(/The last proof found: restorable, \d+ s\./)
  await expect(row).toContainText('Good')
  await expectAccessible(page)
  // Nothing of the second site is left.
  expect(readdirSync(`${siteFolder}/data`).filter((entry) => /^(check|copy)-/.test(entry))).toEqual([])

  truncateSync(file, statSync(file).size - 1)
  expect(await run('restore', '--check', file)).toEqual({
    code: 1,
    said: `The file ${file} is not a whole archive: it was cut or changed, or is something else`,
  })
  await checkAgain.click()
  await expect(row).toContainText('The last proof failed.')
  await expect(row).toContainText('Trouble')
})

test('examines the running site, and finds what is wrong with it', async () => {
  const well = await runWith({ PUBLIC_URL: siteUrl }, 'doctor', '--json')
  const { checks } = JSON.parse(well.said) as SystemState
  const codes = Object.fromEntries(checks.map(({ part, findings }) => [part, findings.map(({ code }) => code)]))
  // A busy machine may add that its database took long to answer.
  for (const [part, code] of Object.entries({
    ...{ files: 'files-private', database: 'database-works', storage: 'storage-works', disk: 'disk-has-room' },
    // Its tests say in X-Forwarded-For who calls.
    ...{ address: 'proxy-believes', queue: 'queue-works', redis: 'redis-unused' },
  }))
    expect(codes[part], part).toContain(code)
  expect(well.code).toBe(0)
  // The address of another program.
  const elsewhere = await runWith({ PUBLIC_URL: googleIssuer }, 'doctor')
  expect(elsewhere.code).toBe(1)
  expect(elsewhere.said).toMatch(
    /Trouble {2}Address\n +Something else answers at http:\/\/127\.0\.0\.1:\d+ \(status 404\)\./,
  )
})
