import { DrizzleQueryError } from 'drizzle-orm/errors'
import { type DestinationStream, type LevelWithSilent, type Logger, pino, stdSerializers } from 'pino'

/** Logs one JSON line for each event. A failed query is logged without its parameters: they are personal data. */
export function createLogger(level: LevelWithSilent, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: describeError } }
  return destination ? pino(options, destination) : pino(options)
}

function describeError(error: Error): object {
  const fault = databaseFaultOf(error)
  if (fault) {
    const { type, message, stack } = stdSerializers.err(fault)
    return { type, message, stack, query: (error as DrizzleQueryError).query, code: (fault as { code?: string }).code }
  }
  // The database's own error may have a row's values in its detail, and the whole connection that it came over.
  const { client, detail, ...described } = stdSerializers.err(error) as { client?: unknown; detail?: unknown }
  return described
}

/** The database's own error behind a failed query, whose message would have the parameters; undefined for other errors. */
export function databaseFaultOf(error: unknown): Error | undefined {
  return error instanceof DrizzleQueryError ? error.cause : undefined
}
