import { readFileSync } from 'node:fs'
import { openDatabase } from '#product-api/platform/db/client.ts'
import { run, temporaryFolder } from '#product-api/testing/children.ts'

const DATA_DIR = temporaryFolder()
const [author] = JSON.parse(readFileSync('product-api/seed/authors.json', 'utf8')) as { email: string }[]
const email = author?.email ?? ''
const env = { ...process.env, DATA_DIR, DATABASE_URL: '' }
const admin = (...args: string[]) => run('scripts/admin.ts', args, { env }).ended

describe('npm run admin', () => {
  test('prints its usage if the address is missing', async () => {
    const { code, stderr } = await admin()
    expect(code).toBe(1)
    expect(stderr).toContain('npm run admin -- EMAIL')
    expect(stderr).toContain('stop the site first')
    expect(stderr).not.toContain('    at ')
  })

  test('reports an unknown address', async () => {
    const { code, stderr } = await admin('nobody@example.com')
    expect(code).toBe(1)
    expect(stderr.trim()).toBe(
      'No account has the address nobody@example.com. Sign up with it first, then run this again.',
    )
  })

  test('makes a person with a proven address an administrator, once', async () => {
    expect((await run('scripts/seed.ts', [], { env }).ended).code).toBe(0)
    const refused = await admin(email)
    expect(refused.code).toBe(1)
    expect(refused.stderr.trim()).toBe(
      `The address ${email} is not confirmed yet. Follow the link in its welcome email first, then run this again.`,
    )
    await proveAddress(email)
    expect(await admin(email)).toMatchObject({ code: 0, stdout: `${email} is an administrator from now on.\n` })
    expect(await admin(email)).toMatchObject({ code: 0, stdout: `${email} is an administrator already.\n` })
  })
})

async function proveAddress(address: string): Promise<void> {
  const onCrash = (reason: Error) => {
    throw reason
  }
  const database = await openDatabase({ DATA_DIR, DATABASE_URL: undefined }, { onCrash })
  await database.pool.query('update users set email_proven_at = now() where email = $1', [address])
  await database.close()
}
