import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SystemCheck } from '#contract/system.ts'
import { runSystemChecks, systemChecks } from '#doctor/checks.ts'
import type { DoctorSettings, Subject } from '#doctor/subject.ts'
import { apiSettingNames } from '#start/env.ts'
import { api } from './api.ts'

/** A private data folder for the tests of a file. */
export const dataFolder = mkdtempSync(path.join(tmpdir(), 'bytewise-doctor-'))
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }))

export type Given = Partial<Omit<Subject, 'settings'>> & { settings?: Partial<DoctorSettings> }

/** A check may take this long here: a busy machine isn't a part that doesn't answer. */
const busyMachineMs = 60_000

/** Examines one part of a site that is well but for what is given. */
export async function examine(part: SystemCheck['part'], { settings, ...given }: Given = {}): Promise<SystemCheck> {
  const { context } = api()
  const subject: Subject = {
    settings: {
      ...{ DATA_DIR: dataFolder, PUBLIC_URL: 'https://site.example', WORKER: 'on' },
      ...settings,
    },
    ...{ written: {}, settingNames: apiSettingNames, now: context.now, provesBackups: false },
    ...{ db: context.db, storage: context.files.storage, newsletters: context.newsletters },
    site: { now: { ...context.site.now, contact_email: 'us@site.org' } },
    // A clock of its own, so that a busy machine isn't reported as a slow part.
    clockMs: () => 0,
    ...given,
  }
  const chosen = systemChecks(subject).filter((one) => one.part === part)
  const [found] = await runSystemChecks(chosen, busyMachineMs)
  if (!found) throw new Error(`there is no part ${part}`)
  return found
}

/** The codes of what was found, the worst first; if nothing is wrong, that of the first thing that is good. */
export async function codesOf(part: SystemCheck['part'], given?: Given): Promise<string[]> {
  const { findings } = await examine(part, given)
  const troubles = findings.filter(({ state }) => state !== 'good')
  return (troubles.length > 0 ? troubles : findings.slice(0, 1)).map(({ code }) => code)
}
