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

/** All parts side by side; one that hangs keeps nobody waiting. */
export function checkParts(parts: readonly PartCheck[], patience = patienceMs): Promise<SystemCheck[]> {
  return Promise.all(parts.map((part) => checkPart(part, patience)))
}

async function checkPart({ part, name, look }: PartCheck, patience: number): Promise<SystemCheck> {
  const silence = Promise.withResolvers<Finding>()
  const sentence = `${name} did not answer within ${patience / 1000} seconds.`
  const timer = setTimeout(() => silence.resolve({ state: 'bad', sentence }), patience)
  try {
    const { facts = [], ...finding } = await Promise.race([look(), silence.promise])
    return { part, ...finding, facts }
  } catch (fault) {
    return { part, state: 'bad', sentence: `${name} does not work${reasonOf(fault)}.`, facts: [] }
  } finally {
    clearTimeout(timer)
  }
}

const reasons = new Map([
  ['ECONNREFUSED', 'nobody listens there'],
  ['ENOTFOUND', 'there is no such host'],
  ['EDNS', 'there is no such host'],
  ['EAI_AGAIN', 'the host’s name can’t be looked up'],
  ['ETIMEDOUT', 'it does not answer in time'],
  ['ECONNECTION', 'no connection can be made'],
  ['ESOCKET', 'no connection can be made'],
  ['ECONNRESET', 'it has closed the connection'],
  ['EAUTH', 'it does not take the user name and the password'],
  ['ETLS', 'the connection can’t be encrypted'],
  ['ENOSPC', 'the disk is full'],
  ['EACCES', 'it may not be written to'],
])

/** By the code alone: a fault's own words may hold an address with its password. */
function reasonOf(fault: unknown): string {
  for (let at = fault; typeof at === 'object' && at !== null; at = (at as Error).cause) {
    const { code } = at as NodeJS.ErrnoException
    if (typeof code === 'string') return `: ${reasons.get(code) ?? code}`
  }
  return ''
}
