import { DrizzleQueryError } from 'drizzle-orm/errors'
import { type DestinationStream, type LevelWithSilent, type Logger, pino, stdSerializers } from 'pino'

/** Logs one JSON line for each event. A failed query is logged without its parameters: they are personal data. */
export function createLogger(level: LevelWithSilent, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: describeError } }
  return destination ? pino(options, destination) : pino(options)
}

function describeError(error: Error): object {
  if (!(error instanceof DrizzleQueryError) || !error.cause) return stdSerializers.err(error)
  const { type, message, stack } = stdSerializers.err(error.cause)
  return { type, message, stack, query: error.query, code: (error.cause as { code?: string }).code }
}
