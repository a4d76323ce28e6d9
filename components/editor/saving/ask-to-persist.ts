let isAsked = false

/** Asks once that the browser does not clear its store when the disk fills up; it may ask the writer. */
export async function askToPersist(): Promise<void> {
  if (isAsked) return
  isAsked = true
  try {
    if (!(await navigator.storage?.persisted?.())) await navigator.storage?.persist?.()
  } catch {
    // It stays as it is: kept as long as there is room.
  }
}
