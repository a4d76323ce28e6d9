/** The server's answer to a form that was sent as a page. The form's own page shows it, as a script would have. */
export type FormAnswer = {
  /** The server's sentence, if it has done what was asked. */
  done?: string
  failure?: {
    status: number
    message: string
    code?: string | number | undefined
    /** Field → sentence. */
    fields?: Record<string, string> | undefined
    /** The fields of the form that can show their own fault, in order. */
    places: readonly string[]
  }
  /** The typed values, except passwords. */
  typed: Record<string, string>
}
