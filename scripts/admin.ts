import { parseArgs } from 'node:util'
import { makeAdmin } from '#product-api/accounts/make-admin.ts'
import { openDatabase } from '#product-api/platform/db/client.ts'
import { readEnv } from '#product-api/start/env.ts'
import { runProgram } from '#runtime/run-program.ts'

/**
 * `npm run admin -- EMAIL`: makes a person with an account an administrator, who then has to sign in again. The
 * environment selects the database; for the embedded one, stop the site first, because only one program can use it.
 */
await runProgram(async () => console.log(await promote(readAddress())))

function readAddress(): string {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [email] = positionals
  if (email && positionals.length === 1) return email
  throw new Error(
    'Say whose account it is: npm run admin -- EMAIL. With the embedded database stop the site first, only one program can use it.',
  )
}

async function promote(email: string): Promise<string> {
  const database = await openDatabase(readEnv(), {
    onCrash: (reason) => {
      console.error(reason.message)
      process.exit(1)
    },
  })
  try {
    const isNew = await makeAdmin({ db: database.db, now: () => new Date() }, email)
    return isNew ? `${email} is an administrator from now on.` : `${email} is an administrator already.`
  } finally {
    await database.close()
  }
}
