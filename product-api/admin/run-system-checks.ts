import type { SystemCheck } from '#contract/system.ts'

export type CheckResult = Pick<SystemCheck, 'state' | 'sentence'> & { facts?: string[] }

/** The check of one part of the product. Throwing counts as `bad`. Its sentences must not contain secrets. */
export type PartCheck = {
  part: SystemCheck['part']
  /** The subject of the sentence about a failure, e.g. `The database`. */
  name: string
  check: () => Promise<CheckResult>
}

/** Runs all checks in parallel, each with its own timeout. */
export function runSystemChecks(parts: readonly PartCheck[], timeoutMs = 2_000): Promise<SystemCheck[]> {
  return Promise.all(parts.map((part) => checkPart(part, timeoutMs)))
}

async function checkPart({ part, name, check }: PartCheck, timeoutMs: number): Promise<SystemCheck> {
  const timeout = Promise.withResolvers<CheckResult>()
  const sentence = `${name} didn’t answer within ${timeoutMs / 1000} seconds.`
  const timer = setTimeout(() => timeout.resolve({ state: 'bad', sentence }), timeoutMs)
  try {
    const { facts = [], ...result } = await Promise.race([check(), timeout.promise])
    return { part, ...result, facts }
  } catch (fault) {
    return { part, state: 'bad', sentence: `${name} isn’t working${reasonOf(fault)}.`, facts: [] }
  } finally {
    clearTimeout(timer)
  }
}

const reasons = new Map([
  ['ECONNREFUSED', 'nothing is listening there'],
  ['ENOTFOUND', 'the host does not exist'],
  ['EDNS', 'the host does not exist'],
  ['EAI_AGAIN', 'its name can’t be looked up'],
  ['ETIMEDOUT', 'it didn’t answer in time'],
  ['ECONNECTION', 'no connection can be made'],
  ['ESOCKET', 'no connection can be made'],
  ['ECONNRESET', 'it closed the connection'],
  ['EAUTH', 'it doesn’t accept the user name and password'],
  ['ETLS', 'the connection can’t be encrypted'],
  ['ENOSPC', 'the disk is full'],
  ['EACCES', 'we may not write to it'],
])

/** Uses only the error's code: its message may contain an address with a password. */
function reasonOf(fault: unknown): string {
  for (let at = fault; typeof at === 'object' && at !== null; at = (at as Error).cause) {
    const { code } = at as NodeJS.ErrnoException
    if (typeof code === 'string') return `: ${reasons.get(code) ?? code}`
  }
  return ''
}
