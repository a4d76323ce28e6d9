import type { IncomingMessage } from 'node:http'

/** Twice what any call takes; who sends more than that is cut off. */
const readOnMostBytes = 8 * 1024 * 1024

/**
 * Reads what an early answer has left of a request, such as a refusal before the body was looked at: the sender writes it
 * to the end before it listens, and may already have begun its next request behind it.
 * @returns whether the connection can go on; else it is to be closed after the answer.
 */
export function readToEnd(incoming: IncomingMessage): Promise<boolean> {
  if (incoming.complete || incoming.destroyed) return Promise.resolve(incoming.complete)
  return new Promise((resolve) => {
    let bytes = 0
    const end = () => {
      incoming.off('data', count).off('end', end).off('error', end).off('close', end)
      resolve(incoming.complete)
    }
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > readOnMostBytes) end()
    }
    // The code that started to read has its answer, and would hold back the rest until someone takes it.
    incoming.removeAllListeners('data')
    incoming.on('data', count).on('end', end).on('error', end).on('close', end).resume()
  })
}
