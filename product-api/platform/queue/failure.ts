import { inspect } from 'node:util'

/** What a log and a failed job's row may know of a fault: mail servers like to name the person in theirs. */
export function describeFailure(error: unknown): { name: string; message: string; code?: string; stack?: string } {
  // By its shape: the queue hands on what it met as a plain copy.
  const given = typeof error === 'object' && error !== null ? error : { message: String(error) }
  const { name = 'Error', message = inspect(error), code, stack } = given as Partial<Error & { code: string }>
  return { name, message: nameless(message), ...(code && { code }), ...(stack && { stack: nameless(stack) }) }
}

function nameless(text: string): string {
  return text.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…@…')
}
