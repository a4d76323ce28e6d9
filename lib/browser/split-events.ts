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
