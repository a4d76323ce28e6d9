import { randomUUID } from 'node:crypto'
import { openDatabase } from '#product-api/platform/db/client.ts'
import { run, temporaryFolder } from '#product-api/testing/children.ts'

const DATA_DIR = temporaryFolder()
const email = 'ada@example.com'
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

  test('makes a person an administrator, once, and reports a refusal', async () => {
    await addProvenPerson()
    expect(await admin(email)).toMatchObject({ code: 0, stdout: `${email} is an administrator from now on.\n` })
    expect(await admin(email)).toMatchObject({ code: 0, stdout: `${email} is an administrator already.\n` })
    const { code, stderr } = await admin('nobody@example.com')
    expect(code).toBe(1)
    expect(stderr.trim()).toBe(
      'No account has the address nobody@example.com. Sign up with it first, then run this again.',
    )
  })
})

async function addProvenPerson(): Promise<void> {
  const onCrash = (reason: Error) => {
    throw reason
  }
  const database = await openDatabase({ DATA_DIR, DATABASE_URL: undefined }, { onCrash })
  await database.pool.query(
    'insert into users (id, name, email, email_proven_at, created_at, updated_at) values ($1, $2, $3, now(), now(), now())',
    [randomUUID(), 'Ada', email],
  )
  await database.close()
}
