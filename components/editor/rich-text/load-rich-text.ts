type RichText = typeof import('./rich-text.tsx').RichText

let loaded: RichText | undefined
let loading: Promise<RichText> | undefined

/** The editor of texts, once it is here. */
export function richTextIfLoaded(): RichText | undefined {
  return loaded
}

/** Half of what the editor's page weighs. Rejects if its file does not come; the next call asks again. */
export function loadRichText(): Promise<RichText> {
  loading ??= import('./rich-text.tsx').then(
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
