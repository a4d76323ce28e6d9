/** Button styles, for `<button>` and for a link that is the next step. */
export const buttonStyle = {
  primary: 'button button-primary',
  secondary: 'button button-secondary',
  /** Reads as a part of its sentence. */
  link: 'underline underline-offset-2',
} as const
