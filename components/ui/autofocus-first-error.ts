/** If a page comes with its errors, the focus goes to the first wrong field, without any script. */
export function autofocusFirstError(errors: Record<string, string | undefined>, name: string): { autoFocus?: true } {
  return Object.keys(errors)[0] === name ? { autoFocus: true } : {}
}
