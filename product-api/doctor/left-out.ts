import type { Db } from '#platform/db/client.ts'
import { StandbyServer } from '#platform/db/faults.ts'
import type { PartCheck } from './checks.ts'
import { bad, codeOf, type Finding, hint } from './findings.ts'

/** No site has started on the database yet. */
export class EmptyDatabase extends Error {}

type PartsWith = (db: Db) => PartCheck[]

/** The checks that work without the database; that of the database says why it can't be used. */
export function withoutDatabase(partsWith: PartsWith, fault: unknown): PartCheck[] {
  const finding = presentFault(fault)
  return partsWith(unusable(fault)).map((part) => {
    if (part.part === 'database') return saying(part, finding)
    return part.needsDatabase ? notExamined(part, 'Repair the database first.') : part
  })
}

const onlyReading: readonly PartCheck['part'][] = ['settings', 'files', 'disk', 'redis', 'cache']

/** The checks of a program that must leave nothing in the data folder. */
export function withoutWriting(partsWith: PartsWith, advice: string): PartCheck[] {
  return partsWith(unusable(new Error('not asked'))).map((part) =>
    onlyReading.includes(part.part) ? part : notExamined(part, advice),
  )
}

function unusable(fault: unknown): Db {
  return { execute: () => Promise.reject(fault) } as unknown as Db
}

function notExamined(part: PartCheck, advice: string): PartCheck {
  return saying(part, hint(`${part.part}-unexamined`, 'Not examined.', advice))
}

function saying(part: PartCheck, finding: Finding): PartCheck {
  return { ...part, check: () => ({ findings: [finding] }) }
}

/** Maps the SQLSTATE of a refused connection to the code of a finding and its advice. */
const refusals: Record<string, [code: string, advice: string]> = {
  '28P01': ['database-refused', 'Correct the user and the password in DATABASE_URL.'],
  '28000': ['database-refused', 'Correct DATABASE_URL, or let its user in (pg_hba.conf).'],
  '3D000': ['database-missing', 'Create the database, or correct its name in DATABASE_URL.'],
}

function presentFault(fault: unknown): Finding {
  const sentence = fault instanceof Error ? `${fault.message}.` : 'The database can’t be used.'
  if (fault instanceof EmptyDatabase) {
    return hint(
      'database-empty',
      'The database is empty.',
      'Start the site, which fills it, or restore a backup into it.',
    )
  }
  if (/^There is no database in/.test(sentence)) {
    return hint('database-none', sentence, 'If this is a new installation, the first start makes one.')
  }
  for (let at = fault; at instanceof Error; at = at.cause) {
    if (at instanceof StandbyServer) {
      return bad('database-standby', sentence, 'Set DATABASE_URL to the primary, or name all servers in it.')
    }
  }
  const [code, advice] = refusals[codeOf(fault) ?? ''] ?? [
    'database-away',
    'Start the database server, or correct DATABASE_URL.',
  ]
  return bad(code, sentence, advice)
}
