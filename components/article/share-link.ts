import { copyText, shareText } from '#lib/browser/share-text.ts'

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
  const outcome = await (title ? shareText(url, { title, url }) : copyText(url))
  // Where nothing can be copied, the address can still be seen and selected.
  if (outcome === 'failed') prompt('The link couldn’t be copied. You can copy it here:', url)
  if (outcome !== 'copied') return
  say('Link copied')
  setTimeout(() => say(''), confirmedForMs)
}
