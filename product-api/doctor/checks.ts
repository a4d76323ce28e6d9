import type { SystemCheck } from '#contract/system.ts'
import { checkAddress } from './checks/check-address.ts'
import { checkBackups } from './checks/check-backups.ts'
import { checkClock } from './checks/check-clock.ts'
import { checkDatabase } from './checks/check-database.ts'
import { checkDisk } from './checks/check-disk.ts'
import { checkFiles } from './checks/check-files.ts'
import { checkMail } from './checks/check-mail.ts'
import { checkQueue } from './checks/check-queue.ts'
import { checkRedis } from './checks/check-redis.ts'
import { checkSettings } from './checks/check-settings.ts'
import { checkSharedCache } from './checks/check-shared-cache.ts'
import { checkStorage } from './checks/check-storage.ts'
import { bad, type Found, presentCheck, reasonOf } from './findings.ts'
import type { Subject } from './subject.ts'

/** The check of one part of the product. Throwing counts as `bad`. */
export type PartCheck = {
  part: SystemCheck['part']
  /** The subject of the sentence about a failure, e.g. `The database`. */
  name: string
  check: () => Found | Promise<Found>
  /** Whether it can't be examined without the database. */
  needsDatabase?: true
}

/** The checks of all parts, in the order in which administrators see them. */
export function systemChecks(subject: Subject): PartCheck[] {
  return [
    { part: 'settings', name: 'The settings', check: () => checkSettings(subject) },
    { part: 'files', name: 'The data folder', check: () => checkFiles(subject) },
    { part: 'database', name: 'The database', check: () => checkDatabase(subject) },
    { part: 'mail', name: 'The mail server', check: () => checkMail(subject) },
    { part: 'storage', name: 'The storage', check: () => checkStorage(subject) },
    { part: 'disk', name: 'The disk', check: () => checkDisk(subject) },
    { part: 'redis', name: 'Redis', check: () => checkRedis(subject) },
    { part: 'cache', name: 'The shared cache', check: () => checkSharedCache(subject) },
    { part: 'clock', name: 'The clock', check: () => checkClock(subject) },
    { part: 'address', name: 'The site’s address', check: () => checkAddress(subject), needsDatabase: true },
    { part: 'queue', name: 'The queue', check: () => checkQueue(subject), needsDatabase: true },
    { part: 'backups', name: 'The list of backups', check: () => checkBackups(subject), needsDatabase: true },
  ]
}

/** Runs all checks in parallel, each with its own timeout. */
export function runSystemChecks(parts: readonly PartCheck[], timeoutMs = 5_000): Promise<SystemCheck[]> {
  return Promise.all(parts.map((part) => checkPart(part, timeoutMs)))
}

async function checkPart({ part, name, check }: PartCheck, timeoutMs: number): Promise<SystemCheck> {
  const timeout = Promise.withResolvers<Found>()
  const sentence = `${name} didn’t answer within ${timeoutMs / 1000} seconds.`
  const advice = 'Look at its own log, and check again.'
  const timer = setTimeout(() => timeout.resolve({ findings: [bad(`${part}-silent`, sentence, advice)] }), timeoutMs)
  try {
    return presentCheck(part, await Promise.race([check(), timeout.promise]))
  } catch (fault) {
    const finding = bad(`${part}-broken`, `${name} isn’t working${reasonOf(fault)}.`, advice)
    return presentCheck(part, { findings: [finding] })
  } finally {
    clearTimeout(timer)
  }
}
