const confirmedForMs = 2500

type Options = {
  url: string
  /** Without one the address is copied only. */
  title?: string | undefined
  /** Shows the outcome; empty once it has been seen. */
  say: (outcome: string) => void
}

/** Opens the device's own share sheet if it has one, else copies the address. */
export async function shareLink({ url, title, say }: Options): Promise<void> {
  try {
    if (title && navigator.share) {
      await navigator.share({ title, url })
      return
    }
    await navigator.clipboard.writeText(url)
    say('Link copied')
    setTimeout(() => say(''), confirmedForMs)
  } catch (fault) {
    // The reader closed the share sheet.
    if (fault instanceof DOMException && fault.name === 'AbortError') return
    // Where nothing can be copied, the address can still be seen and selected.
    prompt('The link couldn’t be copied. You can copy it here:', url)
  }
}
