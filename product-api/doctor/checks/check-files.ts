import { access, constants, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { isOurs } from '#platform/db/private-folder.ts'
import { bad, type Finding, type Found, good, hint } from '../findings.ts'
import type { Subject } from '../subject.ts'

const anyoneElse = 0o077
const everybody = 0o007
/** Files outside of the data folder with secrets in them, and what they are. A group may read them. */
const secretFiles = { DKIM_PRIVATE_KEY: 'the key of DKIM_PRIVATE_KEY', BOUNCE_SMTP_KEY: 'the key of BOUNCE_SMTP_KEY' }

/** Checks who may read what only the site should. */
export async function checkFiles({ settings: { DATA_DIR }, written }: Subject): Promise<Found> {
  const findings = await checkFolder(DATA_DIR)
  const outside = [
    ...Object.entries(secretFiles).map(([name, what]) => ({ file: written[name], what })),
    { file: settingsFile(written), what: 'the file of settings' },
  ]
  for (const { file, what } of outside) {
    // A key may be the setting itself.
    const mode = file && (await modeOf(file))
    if (!mode || (mode & everybody) === 0) continue
    const sentence = `Every account of this machine can read ${what} (${file}).`
    findings.push(bad('secret-file-open', sentence, `Run: chmod o= ${file}`))
  }
  return { findings, facts: [DATA_DIR] }
}

async function checkFolder(folder: string): Promise<Finding[]> {
  const found = await stat(folder).catch(() => undefined)
  if (!found) {
    const sentence = `There is no data folder ${folder} yet.`
    return [
      hint('data-folder-missing', sentence, 'The first start makes it. If the site has run before, correct DATA_DIR.'),
    ]
  }
  const findings: Finding[] = [good('files-private', 'Only the site’s account can read its files.')]
  if (found.uid !== process.getuid?.()) {
    const sentence = `The data folder ${folder} belongs to another account than the one that runs this.`
    findings.push(bad('data-folder-foreign', sentence, `Run everything as its owner, or: chown -R $(id -u) ${folder}`))
  } else if (!(await isWritable(folder))) {
    const sentence = `The data folder ${folder} can’t be written to.`
    findings.push(bad('data-folder-read-only', sentence, `Mount its disk for writing, or run: chmod u+rwx ${folder}`))
  }
  const names = (await readdir(folder).catch(() => [])).filter(isOurs)
  const open: string[] = []
  for (const file of [folder, ...names.map((name) => path.join(folder, name))]) {
    if (((await modeOf(file)) ?? 0) & anyoneElse) open.push(file)
  }
  if (open.length > 0) {
    const more = open.length > 3 ? ` and ${open.length - 3} more` : ''
    const sentence = `Other accounts of this machine can read or change ${open.slice(0, 3).join(', ')}${more}.`
    findings.push(bad('data-folder-open', sentence, `Run: chmod -R go= ${folder}`))
  }
  return findings
}

/** The file that settings were read from, if there is one. */
function settingsFile({ ENV_FILE }: Subject['written']): string | undefined {
  return ENV_FILE === 'off' ? undefined : ENV_FILE || '.env'
}

async function modeOf(file: string): Promise<number | undefined> {
  return (await stat(file).catch(() => undefined))?.mode
}

async function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
}
