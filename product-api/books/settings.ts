export type BookSettings = {
  /** The code that adding a book needs; without one, adding books is switched off. */
  addCode: string | undefined
  timeouts: ModelTimeouts
}

/** How long a model may take: until its first token, between two chunks, and for the whole text. */
export type ModelTimeouts = { beginMs: number; idleMs: number; wholeMs: number }

export function bookSettings(addCode: string | undefined): BookSettings {
  return { addCode, timeouts: { beginMs: 90_000, idleMs: 30_000, wholeMs: 240_000 } }
}
