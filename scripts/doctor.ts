import { readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { SystemCheck } from '#contract/system.ts'
import { type PartCheck, runSystemChecks, systemChecks } from '#doctor/checks.ts'
import { bad, presentCheck } from '#doctor/findings.ts'
import { EmptyDatabase, withoutDatabase, withoutWriting } from '#doctor/left-out.ts'
import { webSettingNames } from '#lib/env.ts'
import { openStorage } from '#product-api/files/open-storage.ts'
import type { Db } from '#product-api/platform/db/client.ts'
import { openBeside } from '#product-api/platform/db/open-beside.ts'
import { SettingsOfSite } from '#product-api/platform/site-settings.ts'
import { apiSettingNames } from '#product-api/start/env.ts'
import { fixedSettings, newsletterSettings, provesBackups, settingsIn } from '#product-api/start/settings-from-env.ts'
import { runProgram } from '#runtime/run-program.ts'
import { findWrongSettings, readStoreSettings } from './start/settings.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const words = { good: 'Good', hint: 'Note', bad: 'Trouble' }
const indent = ' '.repeat(9)
const width = 76

type Show = (check: SystemCheck) => void

/**
 * `npm run doctor [-- --json]`: examines everything that the site needs, while it runs or not, and says what to do. It
 * ends with 1 if something is in trouble.
 */
await runProgram(async () => {
  const { values } = parseArgs({ options: { json: { type: 'boolean' } } })
  const checks: SystemCheck[] = []
  if (!values.json) console.log(`Bytewise ${version}, Node ${process.version}`)
  const show: Show = (check) => {
    checks.push(check)
    if (!values.json) console.log(`\n${inWords(check)}`)
  }
  const wrong = findWrongSettings()
  if (wrong.length > 0) show(presentWrong(wrong))
  else await examine(show)
  const state = { version, node: process.version, checked_at: new Date().toISOString(), checks }
  if (values.json) console.log(JSON.stringify(state, null, 2))
  process.exitCode = checks.some(({ state }) => state === 'bad') ? 1 : 0
})

/** Nothing else can be examined by wrong settings. */
function presentWrong(sentences: readonly string[]): SystemCheck {
  const advice = 'Correct it (.env.example describes each setting), and run this again: everything else depends on it.'
  return presentCheck('settings', {
    findings: sentences.map((sentence) => bad('setting-wrong', `${sentence}.`, advice)),
  })
}

async function examine(show: Show): Promise<void> {
  const { env, publicUrl } = readStoreSettings()
  const partsWith = (db: Db, site = new SettingsOfSite(fixedSettings(env))) =>
    systemChecks({
      ...{ settings: { ...env, PUBLIC_URL: publicUrl }, written: process.env },
      ...{ settingNames: [...new Set([...apiSettingNames, ...webSettingNames])], now: () => new Date() },
      ...{
        db,
        storage: openStorage(env),
        newsletters: newsletterSettings(env, site),
        site,
        provesBackups: provesBackups(env),
      },
    })
  const folder = statSync(env.DATA_DIR, { throwIfNoEntry: false })
  // The site's account could not write to files that another one has made.
  if (!folder) return run(withoutWriting(partsWith, 'Start the site first: it makes its data folder.'), show)
  if (folder.uid !== process.getuid?.()) {
    return run(withoutWriting(partsWith, `Run this as the account that owns ${env.DATA_DIR}.`), show)
  }
  try {
    const store = await openBeside(env)
    await store.ask(async (client) => {
      const { rows } = await client.query<{ table: string | null }>("select to_regclass('schema_migrations') as table")
      if (!rows[0]?.table) throw new EmptyDatabase()
      const db = drizzle(client) as Db
      await run(partsWith(db, await settingsIn(db, env)), show)
    })
  } catch (fault) {
    await run(withoutDatabase(partsWith, fault), show)
  }
}

/** One after the other: they share a connection, and each is shown once it is known. */
async function run(parts: readonly PartCheck[], show: Show): Promise<void> {
  for (const part of parts) for (const check of await runSystemChecks([part])) show(check)
}

/** A part in lines: how it is, what was found, and what to do. */
function inWords({ part, state, findings, facts }: SystemCheck): string {
  const title = `${words[state].padEnd(indent.length)}${part[0]?.toUpperCase()}${part.slice(1)}`
  const lines = findings.flatMap(({ sentence, advice }) => [sentence, ...(advice ? [`→ ${advice}`] : [])])
  const about = facts.length > 0 ? [`(${facts.join(', ')})`] : []
  return [title, ...[...lines, ...about].flatMap(wrap).map((line) => indent + line)].join('\n')
}

function wrap(text: string): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line && line.length + word.length >= width) lines.push(word)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  return lines
}
