/** Focuses the first wrong field of a page that comes with its errors, without any script. */
export function autofocusFirstError(errors: Record<string, string | undefined>, name: string): { autoFocus?: true } {
  return Object.keys(errors)[0] === name ? { autoFocus: true } : {}
}
