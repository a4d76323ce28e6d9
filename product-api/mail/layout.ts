/** The site that a mail speaks for. */
export type MailSite = { productName: string; publicUrl: string; contactEmail: string }

/** A mail in words; everything is plain text here. */
export type MailText = {
  subject: string
  /** What an inbox shows beside the subject. */
  preview: string
  heading: string
  paragraphs: string[]
  list?: string[]
  button?: { label: string; url: string }
  /** After the button, smaller: how long it holds, what to do if it was not you. One that is an address is a link. */
  notes?: string[]
  /** Why this person gets this mail. */
  reason: string
}
