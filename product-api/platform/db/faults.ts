/** SQLSTATEs of a connection that failed or broke: everything uncommitted is rolled back. */
const lostStates = /^(08...|57P0[1-5])$/
/** SQLSTATE of a write on a server that takes none: it has become a standby, or is set to read only. */
const readOnlyState = '25006'
/** SQLSTATEs of an unable server: out of resources (53), timeouts (57014, 55P03, 25P03), disk errors. */
const unableStates = /^(53...|57014|55P03|25P03|58030)$/
/** SQLSTATEs of a conflict between transactions, by which this one was rolled back: serialization failure, deadlock. */
const contendedStates = /^(40001|40P01)$/

const socketCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
])
/** Messages of `pg` for a broken connection, where it has no code. */
const lostWords = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  // No answer for longer than any statement may take; the statement may still be executed.
  'Query read timeout',
])
/** Message of `pg` after waiting too long for one of the pool's connections: all were in use. */
const fullWords = 'timeout exceeded when trying to connect'
/** Messages of `pg` after waiting too long for a connection or for the pool. */
const lateWords = new Set(['timeout expired', fullWords, 'Connection terminated due to connection timeout'])

/** The connection broke during the commit, so it is unknown whether the commit happened. */
export class CommitInDoubt extends Error {
  constructor(cause: unknown) {
    super('The connection to the database broke during a commit', { cause })
    this.name = 'CommitInDoubt'
  }
}

/** No connection could be opened; nothing was sent. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super('The database does not take connections', { cause })
    this.name = 'DatabaseAway'
  }
}

/** The server follows another one: it would answer reads from the past and refuse writes. Nothing was sent. */
export class StandbyServer extends Error {
  constructor() {
    super('it is a standby, which takes no writes')
    this.name = 'StandbyServer'
  }
}

/** Whether the connection failed or broke; outside of a commit, nothing was changed. */
export function isConnectionLost(error: unknown): boolean {
  return someCause(error, ({ code = '', message, syscall }) => {
    const isSocketGone = code === 'ENOENT' && syscall === 'connect'
    return lostStates.test(code) || socketCodes.has(code) || isSocketGone || lostWords.has(message)
  })
}

/** Whether the server takes no writes; this one was refused, and may succeed on the server that a new connection leads to. */
export function isReadOnly(error: unknown): boolean {
  return someCause(error, ({ code }) => code === readOnlyState)
}

/**
 * Whether a migration has changed the type of what the connection's prepared statement returns (SQLSTATE 0A000, which
 * stands for much else as well). It was refused; a new connection prepares it anew.
 */
export function isPlanOutdated(error: unknown): boolean {
  return someCause(error, ({ code, routine }) => code === '0A000' && routine === 'RevalidateCachedQuery')
}

/** Whether a new connection may do what this one can't; outside of a commit, nothing was changed. */
export function isConnectionUseless(error: unknown): boolean {
  return isConnectionLost(error) || isReadOnly(error) || isPlanOutdated(error)
}

/** Whether the database is unreachable, full or too busy: not the caller's fault, and worth a retry. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (isConnectionUseless(error)) return true
  return someCause(error, (fault) => {
    const { code = '', message } = fault
    if ([CommitInDoubt, DatabaseAway, StandbyServer].some((kind) => fault instanceof kind)) return true
    return unableStates.test(code) || contendedStates.test(code) || lateWords.has(message)
  })
}

/** Whether all connections of the pool were in use for too long; the server was not asked. */
export function isPoolFull(error: unknown): boolean {
  return someCause(error, ({ message }) => message === fullWords)
}

export function isContended(error: unknown): boolean {
  return someCause(error, ({ code = '' }) => contendedStates.test(code))
}

type Fault = Error & { code?: string; syscall?: string; routine?: string }

// Duck-typed: instanceof fails for errors from another realm.
function isFault(thrown: unknown): thrown is Fault {
  const { message, code } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Partial<Fault>
  return typeof message === 'string' && (code === undefined || typeof code === 'string')
}

/** Checks an error and its causes: Drizzle wraps the driver's errors, and others may too. */
function someCause(error: unknown, isSo: (fault: Fault) => boolean): boolean {
  for (let fault = error, depth = 0; isFault(fault) && depth < 5; fault = fault.cause, depth++) {
    if (isSo(fault)) return true
  }
  return false
}
