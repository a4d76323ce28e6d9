import type { SystemCheck, SystemFinding } from '#contract/system.ts'

/** The findings about a part, and figures about it, none with a secret in it. */
export type Found = { findings: Finding[]; facts?: string[] }
export type Finding = SystemFinding

export function good(code: string, sentence: string): Finding {
  return { code, state: 'good', sentence, advice: '' }
}

/** It works, and something is worth knowing. */
export function hint(code: string, sentence: string, advice: string): Finding {
  return { code, state: 'hint', sentence, advice }
}

export function bad(code: string, sentence: string, advice: string): Finding {
  return { code, state: 'bad', sentence, advice }
}

const order = { bad: 0, hint: 1, good: 2 }

/** A part's findings, the worst first; nothing that is good beside what is bad. */
export function presentCheck(part: SystemCheck['part'], { findings, facts = [] }: Found): SystemCheck {
  const sorted = findings.toSorted((one, other) => order[one.state] - order[other.state])
  const state = sorted[0]?.state ?? 'good'
  return { part, state, findings: sorted.filter((one) => state !== 'bad' || one.state !== 'good'), facts }
}

const reasons = new Map([
  ['ECONNREFUSED', 'nothing is listening there'],
  ['ENOTFOUND', 'the host does not exist'],
  ['EDNS', 'the host does not exist'],
  ['EAI_AGAIN', 'its name can’t be looked up'],
  ['ETIMEDOUT', 'it didn’t answer in time'],
  ['ABORT_ERR', 'it didn’t answer in time'],
  ['ECONNECTION', 'no connection can be made'],
  ['ESOCKET', 'no connection can be made'],
  ['ECONNRESET', 'it closed the connection'],
  ['EAUTH', 'it doesn’t accept the user name and password'],
  ['ETLS', 'the connection can’t be encrypted'],
  ['ENOSPC', 'the disk is full'],
  ['EACCES', 'we may not write to it'],
  ['EROFS', 'it can only be read'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another name'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate is from an authority that this machine doesn’t know'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate is from an authority that this machine doesn’t know'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its certificate is from an authority that this machine doesn’t know'],
])

/** The innermost code of a fault that has a sentence, else the outermost one. */
export function codeOf(fault: unknown): string | undefined {
  const codes: string[] = []
  for (let at = fault; typeof at === 'object' && at !== null; at = (at as Error).cause) {
    const { code } = at as NodeJS.ErrnoException
    if (typeof code === 'string') codes.push(code)
  }
  return codes.findLast((code) => reasons.has(code)) ?? codes[0]
}

/** E.g. `: nothing is listening there`. Uses only the code: a message may contain an address with a password. */
export function reasonOf(fault: unknown): string {
  const code = codeOf(fault)
  return code ? `: ${reasons.get(code) ?? code}` : ''
}

/** Only the host of an address, without credentials: ` at db.example:5432`. */
export function at(url: string | undefined): string {
  const host = url && URL.parse(url)?.host
  return host ? ` at ${host}` : ''
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'] as const

/** E.g. `1.5 GB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const value = bytes / 1_000 ** power
  return `${value.toFixed(power === 0 || value >= 100 ? 0 : 1)} ${units[power]}`
}
