/** What a log and a failed job's row may know of a fault: mail servers like to name the person in theirs. */
export function describeFailure(error: unknown): { name: string; message: string; code?: string; stack?: string } {
  const fault: Error & { code?: string } = error instanceof Error ? error : new Error(String(error))
  const { name, message, code, stack } = fault
  return { name, message: nameless(message), ...(code && { code }), ...(stack && { stack: nameless(stack) }) }
}

function nameless(text: string): string {
  return text.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…@…')
}
