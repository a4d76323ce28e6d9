import type { IncomingMessage } from 'node:http'

/** Twice what any call takes; who sends more than that is cut off. */
const readOnMostBytes = 8 * 1024 * 1024
const lingerMs = 2_000

/**
 * Reads what an early answer has left of a request, such as a refusal before the body was looked at: the sender writes it
 * to the end before it listens, and may already have begun its next request behind it.
 * @returns whether the connection can go on; else it is to be closed after the answer (`closeGently`).
 */
export function drainRequest(incoming: IncomingMessage, { mostMs }: { mostMs: number }): Promise<boolean> {
  if (incoming.complete || incoming.destroyed) return Promise.resolve(incoming.complete)
  return new Promise((resolve) => {
    let bytes = 0
    const end = () => {
      clearTimeout(late)
      incoming.off('data', count).off('end', end).off('error', end).off('close', end)
      resolve(incoming.complete)
    }
    const late = setTimeout(() => end(), mostMs)
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > readOnMostBytes) end()
    }
    // The code that started to read has its answer, and would hold back the rest until someone takes it.
    incoming.removeAllListeners('data')
    incoming.on('data', count).on('end', end).on('error', end).on('close', end).resume()
  })
}

/**
 * Closes a connection whose client still sends so that it hears the answer (RFC 9112, section 9.6): our side ends with the
 * answer, and what comes is read for a moment. node:http destroys such a connection, and a reset can cost a client what
 * it has not read yet.
 */
export function closeGently({ socket }: IncomingMessage): void {
  let isEnding = false
  socket.destroySoon = () => {
    if (isEnding) return
    isEnding = true
    socket.end()
    const over = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(over))
  }
}
