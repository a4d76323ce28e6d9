import type { IncomingMessage } from 'node:http'

/** Twice the largest body of any call; a client that sends more is cut off. */
const readOnMostBytes = 8 * 1024 * 1024
const lingerMs = 2_000

/**
 * Reads the rest of a request that was answered early, for example refused before its body was read: clients send the
 * whole body before they read the answer, and may already have pipelined the next request.
 * @returns whether the connection can be reused; otherwise close it after the answer (`closeGently`).
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
    // The code that started to read the body no longer consumes it; its listener would pause the stream.
    incoming.removeAllListeners('data')
    incoming.on('data', count).on('end', end).on('error', end).on('close', end).resume()
  })
}

/**
 * Closes a connection whose client is still sending, so that it receives the answer (RFC 9112, section 9.6):
 * half-closes our side and reads on for a moment. node:http would destroy the connection, and a reset can discard what
 * the client has not read yet.
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
