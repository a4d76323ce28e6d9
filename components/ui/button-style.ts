const shape =
  'inline-flex h-11 items-center justify-center gap-2 rounded-full px-5 text-ui font-semibold no-underline transition-colors duration-150 motion-reduce:transition-none disabled:opacity-60'

/** Button styles, for `<button>` and for a link that is the next step. */
export const buttonStyle = {
  primary: `${shape} bg-green text-green-on hover:bg-green/90`,
  secondary: `${shape} border border-edge text-ink hover:border-ink hover:bg-raised`,
  /** Reads as a part of its sentence. */
  link: 'underline underline-offset-2',
} as const
