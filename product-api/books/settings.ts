export type BookSettings = {
  /** Without one no book is added. */
  addCode: string | undefined
  patience: Patience
}

/** How long a model may take: until it begins, between two pieces, and for the whole text. */
export type Patience = { beginMs: number; idleMs: number; wholeMs: number }

export function bookSettings(addCode: string | undefined): BookSettings {
  return { addCode, patience: { beginMs: 90_000, idleMs: 30_000, wholeMs: 240_000 } }
}
