/** The server was not reached, or the connection broke: what it had not been told to commit is undone. */
const lostStates = /^(08...|57P0[1235])$/
/**
 * The server is up but can't do it now: no room (53), gave up on time (57014, 55P03, 25P03), reads only, a broken disk.
 */
const unableStates = /^(53...|57014|55P03|25P03|25006|58030)$/
/** Two transactions were in each other's way, and this one was undone for it: a deadlock, or no order that fits both. */
const contendedStates = /^(40001|40P01)$/

const socketCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
])
/** What `pg` says of a broken connection without a code. */
const lostWords = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  // Nothing has come for longer than any statement may take. What was asked may yet be done, and answered.
  'Query read timeout',
])
/** What it says after waiting for a connection, or for a place in the pool. */
const lateWords = new Set([
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
])

/** The connection broke during the commit: there is no way to know whether it happened. */
export class CommitInDoubt extends Error {
  constructor(cause: unknown) {
    super('The connection to the database broke during a commit', { cause })
    this.name = 'CommitInDoubt'
  }
}

/** No connection could be had; nothing was asked. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super('The database does not take connections', { cause })
    this.name = 'DatabaseAway'
  }
}

/** Whether the connection was not there or broke; nothing that was not being committed has happened. */
export function isConnectionLost(error: unknown): boolean {
  return someCause(error, ({ code = '', message, syscall }) => {
    const isSocketGone = code === 'ENOENT' && syscall === 'connect'
    return lostStates.test(code) || socketCodes.has(code) || isSocketGone || lostWords.has(message)
  })
}

/** Whether the database is away, full or too busy: not the caller's fault, and worth trying again. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (isConnectionLost(error)) return true
  return someCause(error, (fault) => {
    const { code = '', message } = fault
    if (fault instanceof CommitInDoubt || fault instanceof DatabaseAway) return true
    return unableStates.test(code) || contendedStates.test(code) || lateWords.has(message)
  })
}

export function isContended(error: unknown): boolean {
  return someCause(error, ({ code = '' }) => contendedStates.test(code))
}

type Fault = Error & { code?: string; syscall?: string }

// By its shape: the system's own errors may come of another realm than this module's.
function isFault(thrown: unknown): thrown is Fault {
  const { message, code } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Partial<Fault>
  return typeof message === 'string' && (code === undefined || typeof code === 'string')
}

/** Drizzle wraps what the driver throws, and so may others. */
function someCause(error: unknown, isSo: (fault: Fault) => boolean): boolean {
  for (let fault = error, depth = 0; isFault(fault) && depth < 5; fault = fault.cause, depth++) {
    if (isSo(fault)) return true
  }
  return false
}
