/** An email ready to hand over: one recipient, both forms of the text. */
export type Mail = {
  to: { name: string; address: string }
  subject: string
  html: string
  text: string
  /** Further headers, such as `List-Unsubscribe`. */
  headers?: Record<string, string>
}

export type Mailer = {
  /** @throws Error if the mail server did not take it. */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}
