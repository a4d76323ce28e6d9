/** The sentences of the specification's error catalogue (section 8) for a story that was not saved or published. */
export const editorErrors = {
  invalid: 'Error: Invalid data. Please check your inputs and try again.',
  other: 'Error: Something went wrong. Please try again later.',
} as const

/** Which of them a refused call gets. */
export function editorErrorOf(status: number): keyof typeof editorErrors {
  return [400, 409, 413].includes(status) ? 'invalid' : 'other'
}
