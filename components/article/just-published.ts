const name = 'just-published'

/** Remembers across pages that a story was just published, so that its page reports on its newsletter. */
export function noteJustPublished(storyId: string): void {
  try {
    sessionStorage.setItem(name, storyId)
  } catch {
    // Without storage its page says so when asked.
  }
}

export function takeJustPublished(storyId: string): boolean {
  try {
    const isThis = sessionStorage.getItem(name) === storyId
    if (isThis) sessionStorage.removeItem(name)
    return isThis
  } catch {
    return false
  }
}
