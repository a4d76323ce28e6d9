import { unanswered } from './call-failure.ts'

/**
 * The only `fetch` of the browser's code.
 * @throws CallFailure if there was no answer.
 */
export async function askServer(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (cause) {
    throw unanswered(cause)
  }
}

/**
 * Splits what has come of a stream of server-sent events.
 * @returns the data of each whole event, and the rest, which is the beginning of the next one.
 */
export function splitEvents(text: string): { data: string[]; rest: string } {
  const blocks = text.split('\n\n')
  const rest = blocks.pop() ?? ''
  // Comments only show that the connection is alive.
  const events = blocks.filter((block) => block.startsWith('data: '))
  return { data: events.map((block) => block.slice('data: '.length)), rest }
}

/**
 * Whether readers find a page of this site at a path, not only the signed-in person; if unknown, they do.
 */
export async function isReachablePath(path: string): Promise<boolean> {
  try {
    return (await askServer(path, { method: 'HEAD', credentials: 'omit' })).status !== 404
  } catch {
    return true
  }
}
