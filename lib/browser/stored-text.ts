// Texts in localStorage. If the browser blocks it or has no room, nothing is stored, and everything else works.

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text; null removes it. */
export function store(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {}
}
