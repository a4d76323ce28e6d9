/** SQLSTATEs of a connection that failed or broke: everything uncommitted is rolled back. */
const lostStates = /^(08...|57P0[1235])$/
/** SQLSTATEs of an unable server: out of resources (53), timeouts (57014, 55P03, 25P03), read-only, disk errors. */
const unableStates = /^(53...|57014|55P03|25P03|25006|58030)$/
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
/** Messages of `pg` after waiting too long for a connection or for the pool. */
const lateWords = new Set([
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
])

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

/** Whether the connection failed or broke; outside of a commit, nothing was changed. */
export function isConnectionLost(error: unknown): boolean {
  return someCause(error, ({ code = '', message, syscall }) => {
    const isSocketGone = code === 'ENOENT' && syscall === 'connect'
    return lostStates.test(code) || socketCodes.has(code) || isSocketGone || lostWords.has(message)
  })
}

/** Whether the database is unreachable, full or too busy: not the caller's fault, and worth a retry. */
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
