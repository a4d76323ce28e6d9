import type { SystemCheck } from '#contract/system.ts'

export type Finding = Pick<SystemCheck, 'state' | 'sentence'> & { facts?: string[] }

/** A look at one part of the product; what it throws is a bad finding. Its sentences name no secret. */
export type PartCheck = {
  part: SystemCheck['part']
  /** What a sentence about its failure begins with, e.g. `The database`. */
  name: string
  look: () => Promise<Finding>
}

const patienceMs = 2_000

/** All parts in parallel; one that hangs delays no other. */
export function checkParts(parts: readonly PartCheck[], patience = patienceMs): Promise<SystemCheck[]> {
  return Promise.all(parts.map((part) => checkPart(part, patience)))
}

async function checkPart({ part, name, look }: PartCheck, patience: number): Promise<SystemCheck> {
  const silence = Promise.withResolvers<Finding>()
  const sentence = `${name} didn’t answer within ${patience / 1000} seconds.`
  const timer = setTimeout(() => silence.resolve({ state: 'bad', sentence }), patience)
  try {
    const { facts = [], ...finding } = await Promise.race([look(), silence.promise])
    return { part, ...finding, facts }
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

/** By the code alone: a fault's own words may contain an address with its password. */
function reasonOf(fault: unknown): string {
  for (let at = fault; typeof at === 'object' && at !== null; at = (at as Error).cause) {
    const { code } = at as NodeJS.ErrnoException
    if (typeof code === 'string') return `: ${reasons.get(code) ?? code}`
  }
  return ''
}
