/**
 * Opens the device's own share sheet; copies `text` if there is none, or if it doesn't open.
 * @returns `ended` if the person has closed the sheet, or if it is open already.
 */
export async function shareText(text: string, sheet: ShareData): Promise<'shared' | 'ended' | 'copied' | 'failed'> {
  // Every browser but those of desktops has one.
  if (typeof navigator.share !== 'function') return copyText(text)
  try {
    await navigator.share(sheet)
    return 'shared'
  } catch (fault) {
    const { name } = fault as Partial<Error>
    return name === 'AbortError' || name === 'InvalidStateError' ? 'ended' : copyText(text)
  }
}

/** @returns `failed` if the browser does not allow it. */
export async function copyText(text: string): Promise<'copied' | 'failed'> {
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    return 'failed'
  }
}
