import { TextDecoder } from 'node:util'

type Given = { path: string; body: unknown; signal: AbortSignal | null | undefined }

/** Replaces the network by a server that answers a call with the events that the test sends; jsdom has no streams. */
export function answerEvents() {
  globalThis.TextDecoder ??= TextDecoder as typeof globalThis.TextDecoder
  const asked: Given[] = []
  let wake: () => void = () => undefined
  let waiting: (Uint8Array | 'end' | Error)[] = []

  async function read(signal: AbortSignal | null | undefined) {
    while (waiting.length === 0 && !signal?.aborted) await new Promise<void>((resolve) => (wake = resolve))
    if (signal?.aborted) throw new DOMException('given up', 'AbortError')
    const next = waiting.shift()
    if (next instanceof Error) throw next
    return next === 'end' ? { done: true } : { done: false, value: next }
  }
  function add(next: Uint8Array | 'end' | Error) {
    waiting.push(next)
    wake()
  }

  globalThis.fetch = async (input, { body, signal } = {}) => {
    asked.push({ path: String(input), body: JSON.parse(String(body)), signal })
    signal?.addEventListener('abort', () => wake())
    waiting = []
    const reader = { read: () => read(signal), cancel: async () => undefined }
    return { ok: true, status: 200, headers: new Headers(), body: { getReader: () => reader } } as unknown as Response
  }
  return {
    asked,
    say: (event: object) => add(Buffer.from(`data: ${JSON.stringify(event)}\n\n`)),
    end: () => add('end'),
    break: () => add(new Error('the line is gone')),
  }
}
