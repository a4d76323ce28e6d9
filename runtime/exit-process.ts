/** Enough for V8's compilers to finish what they have begun. */
const restMs = 100

/**
 * Ends the process with this code, after a moment in which its main thread rests. `process.exit` waits for V8's
 * compilers, and a compiler that needs memory waits for the main thread to collect garbage: neither would ever end
 * (nodejs/node#54918).
 */
export function exitProcess(code: number): void {
  process.exitCode = code
  setTimeout(() => process.exit(code), restMs)
}
