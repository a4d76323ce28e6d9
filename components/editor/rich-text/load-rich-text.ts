type RichText = typeof import('./rich-text.tsx').RichText

let loaded: RichText | undefined
let loading: Promise<RichText> | undefined

/** The rich-text editor, if it is loaded. */
export function richTextIfLoaded(): RichText | undefined {
  return loaded
}

/**
 * Loads the rich-text editor, half of the page's bytes. Rejects if that fails; the next call tries again. Quill's own
 * modules run first, in a task of their own: a slow phone answers in between.
 */
export function loadRichText(): Promise<RichText> {
  loading ??= import('quill')
    .then(() => new Promise((resolve) => setTimeout(resolve)))
    .then(() => import('./rich-text.tsx'))
    .then(
      ({ RichText }) => {
        loaded = RichText
        return RichText
      },
      (fault: unknown) => {
        loading = undefined
        throw fault
      },
    )
  return loading
}
